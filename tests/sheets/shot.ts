import type { Page } from 'playwright'
import { newForm, publish } from '#tests/functional/forms/factories'
import { changeSettings, type Settings } from '#tests/functional/respond/answering'
import { type Creator, Visitor } from '#tests/functional/visitor'
import { conference } from './conference.ts'

/** Something to be drawn: where it is, who looks, and what is done until it is there. */
export interface Shot {
  name: string
  path: string
  creator?: Creator
  ready: (page: Page) => Promise<void>
}

export const heading = (page: Page) => page.getByRole('heading').first().waitFor()

/** Waits until a page of the creators' app shows its title, which the page that is shown meanwhile has not. */
export const titled = (title: string) => (page: Page) =>
  page.getByRole('heading', { name: title, exact: true }).first().waitFor()

/** Waits until something is said. */
export const saying = (words: string | RegExp) => (page: Page) => page.getByText(words).first().waitFor()

/** Lets the server not answer what is asked of these addresses, and waits until the page says so. */
export async function unreachable(page: Page, addresses: RegExp): Promise<void> {
  await page.route(addresses, (route) => route.fulfill({ status: 503, body: '' }))
  await page.reload()
  await page.getByRole('alert').first().waitFor()
}

/** A published form, the conference's where no other is given. Answers its path. */
export async function publicForm(
  settings: Settings,
  blocks: readonly object[] = conference.blocks,
): Promise<string> {
  const { creator, form } = await newForm([...blocks], conference.title)
  await changeSettings(creator, form.id, { general: { description: conference.description }, ...settings })
  await publish(creator, form.id)
  return `/forms/${form.slug}`
}

/** A picture for blocks, logos and covers, as the media library keeps it. */
export async function uploadPicture(
  creator: Creator,
  form: { id: string },
  name: string,
  svg: string,
): Promise<object> {
  const path = `/api/forms/${form.id}/media?use=image&name=${encodeURIComponent(name)}`
  const { status, body, text } = await creator.visitor.post<{ data: object }>(path, Buffer.from(svg), {
    'content-type': 'application/octet-stream',
  })
  if (status !== 201) throw new Error(`upload: ${status} ${text}`)
  return body.data
}

/** Somebody answers the conference's form. */
export async function answer(slug: string, name: string, more: Record<string, unknown> = {}): Promise<void> {
  const [first = '', last = ''] = name.split(' ')
  const answers = {
    first_name: first,
    last_name: last,
    email: `${first.toLowerCase()}@example.com`,
    track: 'craft',
    ...more,
  }
  const reply = await new Visitor().post(`/api/forms/${slug}/submissions`, {
    submission_key: crypto.randomUUID(),
    answers,
  })
  if (reply.status !== 201) throw new Error(`submission: ${reply.status} ${reply.text}`)
}

/** Makes something by the API, as its creator. Answers what the API says of it. */
export async function make<T = { id: string }>(creator: Creator, path: string, asked: object): Promise<T> {
  const { status, body, text } = await creator.visitor.post<{ data: T }>(path, asked)
  if (status !== 201) throw new Error(`${path}: ${status} ${text}`)
  return body.data
}

/** Asks until it is so, for half a minute at most. */
export async function until(so: () => Promise<boolean>): Promise<void> {
  const deadline = AbortSignal.timeout(30_000)
  while (!(await so())) {
    deadline.throwIfAborted()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
