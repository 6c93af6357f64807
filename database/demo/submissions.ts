import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { isNoRoom } from '#app/files/room_errors'
import { publishedForm } from '#app/forms/publications'
import { type FormState, formState } from '#app/forms/states'
import { CodedError } from '#app/http/errors'
import { readAnswers } from '#app/respond/submission/names'
import { takeSubmission } from '#app/respond/submission/take_submission'
import { takeUpload } from '#app/respond/submission/take_upload'
import { within } from '#app/workspaces/within'
import { Chance } from '#database/demo/chance'
import type { DemoForm } from '#database/demo/demo'
import { person } from '#database/demo/people'

const DAYS = 60
const DAY = 86_400_000
/** What comes together is stored together; what claims a place is stored by itself, and waits for a connection. */
const AT_ONCE = 16
/** How much is answered on each day of the week, from Sunday on. */
const WEEK = [0.5, 1.3, 1.2, 1.1, 1, 0.9, 0.6]
const LOCALES = [
  ['en-US', 6],
  ['en-GB', 2],
  ['de-DE', 1],
  ['es-ES', 1],
] as const

/**
 * Answers a form as people would have in the last sixty days, the same for everybody but for the days; one that has
 * answers already gets those that it lacks. Returns how many submissions it has now: who comes too late for what is limited
 * is refused, as anybody is.
 */
export async function answerDemo(
  formId: string,
  { submissions, answers, drawing }: DemoForm,
  now: number,
): Promise<number> {
  const form = await formState(formId)
  const published = form && (await publishedForm(form.workspaceId, form.formId))
  if (!form || !published) throw new Error('The demo form is not published.')
  const chance = new Chance(submissions)
  const sent = timesOf(chance, submissions, now).map((at, number) => {
    const who = person(chance, number)
    const given = answers(who, chance)
    const picture = drawing && chance.is(drawing.share) ? drawing.picture(who, chance) : undefined
    return { at, given, picture, locale: chance.weighted(LOCALES) }
  })
  /** The answer that is drawn; none on a disk with too little free for files. */
  const draw = async (key: string, picture: Buffer) => {
    const block = published.document.blocks.find((one) => one.key === drawing?.key)
    if (!drawing || !block) throw new Error('Nothing is drawn in the demo form.')
    const bytes = Readable.from([picture])
    const upload = {
      form,
      published,
      path: block.id,
      key,
      name: `${drawing.key}.png`,
      by: 'this machine',
      bytes,
    }
    try {
      return { [drawing.key]: drawing.answer(await takeUpload(upload)) }
    } catch (error) {
      if (isNoRoom(error)) return {}
      throw error
    }
  }
  let taken = await submissionsOf(form)
  sent.splice(0, taken)
  const take = async () => {
    for (let next = sent.shift(); next; next = sent.shift()) {
      const { at, picture, locale } = next
      const submissionKey = randomUUID()
      const given = { ...next.given, ...(picture && (await draw(submissionKey, picture))) }
      const { raws, cleared, refusal } = await readAnswers(form, published, Object.entries(given))
      const submission = {
        submissionKey,
        raws,
        cleared,
        content: given,
        source: 'data',
        locale,
      } as const
      try {
        await takeSubmission(form, { ...submission, now: at, receivedAt: at }, refusal)
        taken += 1
      } catch (error) {
        if (!isUsedUp(error)) throw error
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, take))
  return taken
}

async function submissionsOf({ workspaceId, formId }: FormState): Promise<number> {
  const { rows } = await within(workspaceId, ({ trx }) =>
    trx.rawQuery<{ rows: { count: number }[] }>(
      'select count(*)::int as count from submissions where workspace_id = ? and form_id = ?',
      [workspaceId, formId],
    ),
  )
  return rows[0].count
}

/** When each came, oldest first: more as the days go by, fewer on weekends and at night. */
function timesOf(chance: Chance, count: number, now: number): number[] {
  const start = now - DAYS * DAY
  const times: number[] = []
  while (times.length < count) {
    const at = start + chance.next() * DAYS * DAY
    const date = new Date(at)
    const growth = 0.5 + (at - start) / (DAYS * DAY)
    const hour = date.getUTCHours()
    const awake = hour < 6 ? 0.1 : hour < 9 ? 0.6 : hour < 22 ? 1 : 0.4
    if (chance.is((growth * (WEEK[date.getUTCDay()] ?? 1) * awake) / 2)) times.push(Math.floor(at))
  }
  return times.sort((one, other) => one - other)
}

function isUsedUp(error: unknown): boolean {
  if (!(error instanceof CodedError) || !Array.isArray(error.details)) return false
  return (
    error.details.length > 0 && error.details.every((problem) => Object(problem).params?.reason === 'full')
  )
}
