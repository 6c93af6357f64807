import { isDeepStrictEqual } from 'node:util'
import { test } from '@japa/runner'
import type { Locator, Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import type { Json } from '#engine/document/document'
import { plugins } from '#app/plugins/registry'
import type { FormEntries } from '@formwright/kit/answer'
import { entriesOf, tagsOf } from '@formwright/kit/conform/rendered'
import { send, visit } from '#tests/browser/plugins/visit'
import { everyPreset, type FieldCase } from '#tests/functional/plugins/every_preset'
import { open, type PublishedForm, publishedForm } from '#tests/functional/respond/answering'
import { PHOTO } from '#tests/functional/respond/photo'
import { inWorkspace } from '#tests/functional/respond/rows'

const DATA = { locale: 'en', now: Date.UTC(2026, 4, 4, 12), source: 'data', required: true } as const
const TYPED = { ...DATA, source: 'form' } as const

/** What programs send that do not know the kind. */
const STRANGE: readonly Json[] = [{ '§': '§' }, ['§'], '§']
/** What is typed into no input of a page, and can be posted all the same. */
const UNTYPED = ['§', '\0']

/** A question of some preset, with its answer and what is none. */
interface Question extends FieldCase {
  /** none of files: they are sent by hand */
  answer: Json | undefined
  /** what a page without a script posts of the answer, but what its controls keep to themselves */
  entries: FormEntries
  /** the answer that these are: without a script no marks are put into a text */
  typed: Json | undefined
}

function isWrong({ field }: FieldCase, candidate: unknown, context: typeof DATA | typeof TYPED): boolean {
  const { answer, problems } = field.parse(candidate, context)
  const judge = plugins.fieldServer(field.kind)?.judge
  if (problems.length > 0 || answer == null) return true
  return field.validate(answer, context).length > 0 || (judge?.(answer, field.settings).length ?? 0) > 0
}

function answerIn({ field }: FieldCase, entries: FormEntries): Json | undefined {
  const { answer } = field.parse(field.fromForm(entries), TYPED)
  return answer === undefined ? undefined : JSON.parse(JSON.stringify(answer))
}

/** Whatever the palette has that somebody fills in: a kind that is dropped in is asked from then on. */
async function everyQuestion(): Promise<{
  questions: Question[]
  filled: PublishedForm
  blank: PublishedForm
}> {
  const asked = everyPreset()
    .filter(({ field }) => field.labelling !== 'none' && !field.formula)
    .map((one) => ({
      ...one,
      block: { ...one.block, required: true },
      answer: one.field.files ? undefined : one.answers.find((answer) => !isWrong(one, answer, DATA)),
    }))
  const filled = await publishedForm(
    asked.map(({ block, answer }) =>
      answer === undefined ? block : { ...block, default: { value: answer } },
    ),
  )
  const { html } = await open(filled.visitor, `/forms/${filled.slug}`)
  const kept = tagsOf(html).flatMap(({ attributes: { type, name } }) => (type === 'hidden' && name) || [])
  const questions = asked.map((one) => {
    const name = `f.${one.block.id}`
    const entries = Object.entries(entriesOf(html, name))
    const shown = entries.filter(([part]) => !kept.includes(`${name}.${part}`))
    const typed = Object.fromEntries(shown)
    return {
      ...one,
      entries: typed,
      typed: shown.length === entries.length ? one.answer : answerIn(one, typed),
    }
  })
  return { questions, filled, blank: await publishedForm(asked.map(({ block }) => block)) }
}

/** Labels of the questions of which the page says that something is wrong. */
async function refused(page: Page, questions: readonly Question[]): Promise<string[]> {
  await page.getByRole('heading', { name: 'need a look' }).waitFor()
  const said = questions.map(async ({ block: { id, label = '' } }) => {
    const messages = await page.locator(`#b-${id} .message`).allInnerTexts()
    return messages.some((text) => text.trim()) ? [label] : []
  })
  return (await Promise.all(said)).flat()
}

/** The question in which something has the focus, and whether it, or what is drawn in its place, is in the window. */
const FOCUSED = `(() => {
  const one = document.activeElement
  const question = one.closest('[id^="b-"]')
  const isSeen = [one, ...(one.labels ?? []), one.parentElement].some((shape) => {
    const { top, bottom, width, height } = shape.getBoundingClientRect()
    return width > 1 && height > 1 && bottom > 0 && top < innerHeight
  })
  return [question && question.id.slice(2), isSeen]
})()`

const labels = (questions: readonly Question[]) => questions.map(({ block: { label = '' } }) => label)

/** Sends a file to each question that takes some; a live page has it at once. */
async function attach(page: Page, questions: readonly Question[], live: boolean): Promise<void> {
  for (const { block } of questions.filter(({ field }) => field.files)) {
    const question = page.locator(`#b-${block.id}`)
    await question.locator('[type=file]').first().setInputFiles(PHOTO)
    if (live) await question.getByRole('button', { name: 'Remove' }).waitFor()
  }
}

async function stored({ creator }: PublishedForm): Promise<Record<string, Json> | undefined> {
  const sql = 'select answers from submissions'
  return (await inWorkspace<{ answers: Record<string, Json> }>(creator.workspaceId, sql))[0]?.answers
}

test.group('Every preset', () => {
  test('live: nothing, what is no answer, and an answer', async ({ assert, browser, cleanup }) => {
    const { questions, filled, blank } = await everyQuestion()
    const page = await visit(browser, blank, true)
    cleanup(() => page.context().close())
    await send(page)
    assert.deepEqual(await refused(page, questions), labels(questions))
    assert.deepEqual(await axeFindings(page), [])

    await page.goto(`/forms/${filled.slug}`)
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    assert.deepEqual(await axeFindings(page), [])
    await attach(page, questions, true)
    const wrong = questions.flatMap((one) => {
      const candidate = STRANGE.find((strange) => isWrong(one, strange, DATA))
      return candidate === undefined ? [] : [[one.block.id, candidate] as const]
    })
    assert.lengthOf(wrong, questions.length)
    await page.route('**/submissions', async (route) => {
      const sent = route.request().postDataJSON()
      await route.continue({ postData: { ...sent, answers: Object.fromEntries(wrong) } })
    })
    await send(page)
    assert.deepEqual(await refused(page, questions), labels(questions))
    await page.unroute('**/submissions')
    await send(page)
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await differing(filled, questions), [])
  })

  test('by Tab each is come to, in their order, and left again; what has the focus is seen', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const { questions, blank } = await everyQuestion()
    const page = await visit(browser, blank, true)
    cleanup(() => page.context().close())
    // what comes as it is seen is there before anybody gets to it
    for (const { block } of questions) await page.locator(`#b-${block.id}`).scrollIntoViewIfNeeded()
    await page.waitForLoadState('networkidle')
    await page.evaluate('scrollTo(0, 0)')
    const order: string[] = []
    const unseen: string[] = []
    const send = page.getByRole('button', { name: 'Send' }).and(page.locator(':focus'))
    for (let presses = 0; presses < 15 * questions.length && (await send.count()) === 0; presses += 1) {
      await page.keyboard.press('Tab')
      const [id, isSeen] = await page.evaluate<[string | null, boolean]>(FOCUSED)
      if (id !== null && order.at(-1) !== id) order.push(id)
      if (!isSeen) unseen.push(id ?? 'none')
    }
    assert.equal(await send.count(), 1)
    assert.deepEqual(
      order,
      questions.map(({ block }) => block.id),
    )
    assert.deepEqual(unseen, [])
  })

  test('without a script: nothing, an answer, and what is no answer', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const { questions, filled, blank } = await everyQuestion()
    const page = await visit(browser, blank, false)
    cleanup(() => page.context().close())
    await send(page)
    assert.deepEqual(await refused(page, questions), labels(questions))
    for (const { block, entries } of questions) await fill(page, block.id, entries)
    await attach(page, questions, false)
    await send(page)
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    const typed = questions.map((one) => ({ ...one, answer: one.typed }))
    assert.deepEqual(await differing(blank, typed), [])

    await page.goto(`/forms/${filled.slug}`)
    await attach(page, questions, false)
    // what is wrong with files is told by their bytes
    const judged = questions.filter(({ field }) => !field.files)
    for (const one of judged) await post(page, one.block.id, wrongEntries(one))
    await send(page)
    assert.deepEqual(await refused(page, questions), labels(judged))
  })
})

/** Labels of the questions of which something else is stored than what was answered; of files, nothing. */
async function differing(form: PublishedForm, questions: readonly Question[]): Promise<string[]> {
  const answers = await stored(form)
  const differs = ({ block: { id }, field, answer }: Question) =>
    field.files ? answers?.[id] === undefined : !isDeepStrictEqual(answers?.[id], answer)
  return labels(questions.filter(differs))
}

/** What a page would post of its controls if each held what is no answer. */
function wrongEntries(one: Question): FormEntries {
  const wrong = UNTYPED.map((text) =>
    Object.fromEntries(Object.entries(one.entries).map(([part, values]) => [part, values.map(() => text)])),
  ).find((entries) => isWrong(one, one.field.fromForm(entries), TYPED))
  if (!wrong) throw new Error(`${one.block.label} takes whatever is posted.`)
  return wrong
}

/** Has a question post this in the place of what its controls would. */
async function post(page: Page, id: string, entries: FormEntries): Promise<void> {
  await page.evaluate(`(() => {
    const question = document.getElementById('b-${id}')
    for (const control of question.querySelectorAll('[name]')) control.disabled = true
    for (const [name, value] of ${JSON.stringify(pairsOf(id, entries))})
      question.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  })()`)
}

const pairsOf = (id: string, entries: FormEntries): [name: string, value: string][] =>
  Object.entries(entries).flatMap(([part, values]) =>
    values.map((value): [string, string] => [part ? `f.${id}.${part}` : `f.${id}`, String(value)]),
  )

/** Fills in every control of a question, each as its type is. */
async function fill(page: Page, id: string, entries: FormEntries): Promise<void> {
  const wanted = pairsOf(id, entries)
  const question = page.locator(`#b-${id}`)
  const valuesOf = async (control: Locator) => {
    const name = await control.getAttribute('name')
    return wanted.flatMap(([of, value]) => (of === name ? [value] : []))
  }
  for (const tick of await question.locator('[type=radio], [type=checkbox]').all()) {
    const value = (await tick.getAttribute('value')) ?? 'on'
    if ((await valuesOf(tick)).includes(value)) await tick.check({ force: true })
  }
  for (const list of await question.locator('select[name]').all())
    await list.selectOption(await valuesOf(list))
  const typed = 'textarea[name], input[name]:not([type=radio], [type=checkbox], [type=file], [type=hidden])'
  for (const input of await question.locator(typed).all()) await input.fill((await valuesOf(input))[0] ?? '')
}
