import { randomUUID } from 'node:crypto'
import { newForm, patch, publish, textBlock } from '#tests/functional/forms/factories'
import { type Creator, type Reply, Visitor } from '#tests/functional/visitor'

/** A published form and somebody who comes by. */
export interface PublishedForm {
  creator: Creator
  id: string
  slug: string
  visitor: Visitor
}

/** Groups of form settings, as a draft holds them, and a password. */
export type Settings = Partial<
  Record<'access' | 'general' | 'sending' | 'appearance', Record<string, unknown>>
> & { password?: string }

/** Publishes a form of these blocks with these settings. */
export async function publishedForm(blocks?: unknown[], settings: Settings = {}): Promise<PublishedForm> {
  const { creator, form } = await newForm(blocks ?? [textBlock('name01', 'Name', { required: true })])
  await changeSettings(creator, form.id, settings)
  await publish(creator, form.id)
  return { creator, id: form.id, slug: form.slug, visitor: new Visitor() }
}

/** Changes settings of a draft; they take effect when it is published. A password does so at once. */
export async function changeSettings(
  creator: Creator,
  formId: string,
  { password, ...settings }: Settings,
): Promise<void> {
  if (password !== undefined) {
    const done = await creator.visitor.put(`/api/forms/${formId}/password`, { password })
    if (done.status !== 204) throw new Error(`password: ${done.status} ${done.text}`)
  }
  if (Object.keys(settings).length === 0) return
  const draft = await creator.visitor.get<{
    data: { revision: number; rows: { block_id: string; content: object | null }[] }
  }>(`/api/forms/${formId}/draft`)
  const ops = Object.entries(settings).map(([group, content]) => {
    const kind = `settings.${group}`
    const before = draft.body.data.rows.find((row) => row.block_id === kind)?.content
    return { op: 'put', block_id: kind, kind, position: '', content: { ...before, ...content } }
  })
  const done = await patch(creator, formId, draft.body.data.revision, ops)
  if (done.status !== 200 || done.body.data.refused.length > 0)
    throw new Error(`settings: ${done.status} ${done.text}`)
}

/** What the API answers to a submission. */
export interface SubmissionReply {
  data: {
    id: string
    received_at: string
    ignored: string[]
    ending: {
      block?: { id: string; settings: Record<string, unknown> }
      texts: Record<string, string>
      redirect?: string
    }
  }
  code: string
  message: string
  request_id: string
  details: { block: string; code: string }[]
}

/** Sends answers as a program does. */
export function submit(
  form: Pick<PublishedForm, 'slug' | 'visitor'>,
  answers: Record<string, unknown>,
  more: Record<string, unknown> = {},
): Promise<Reply<SubmissionReply>> {
  return form.visitor.post(`/api/forms/${form.slug}/submissions`, {
    submission_key: randomUUID(),
    answers,
    ...more,
  })
}

/** The hidden inputs and the address of a form in a page. */
export interface PageForm {
  action: string
  multipart: boolean
  hidden: Record<string, string>
  html: string
}

/** Reads the form of a page the way a browser without JavaScript does. */
export function formIn(html: string): PageForm {
  const form = /<form[^>]*id="form"[^>]*>/.exec(html)?.[0] ?? ''
  const hidden: Record<string, string> = {}
  for (const [input] of html.matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
    const name = attribute(input, 'name')
    if (name?.startsWith('_')) hidden[name] = attribute(input, 'value') ?? ''
  }
  return {
    action: attribute(form, 'action') ?? '',
    multipart: form.includes('multipart/form-data'),
    hidden,
    html,
  }
}

/** The value of an attribute of a tag, entities undone. */
function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
  return value
    ?.replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

/** Opens a page and reads its form. */
export async function open(visitor: Visitor, path: string): Promise<PageForm> {
  const page = await visitor.get(path, HTML)
  if (page.status !== 200) throw new Error(`${path}: ${page.status} ${page.text}`)
  return formIn(page.text)
}

export const HTML = { accept: 'text/html' }

/** Presses a button of a page with these entries. */
export function press(
  visitor: Visitor,
  page: PageForm,
  go: string,
  entries: [string, string][] | Record<string, string> = {},
) {
  const body = new URLSearchParams([
    ...Object.entries(page.hidden),
    ...(Array.isArray(entries) ? entries : Object.entries(entries)),
    ['_go', go],
  ])
  return visitor.post(page.action, body, HTML)
}
