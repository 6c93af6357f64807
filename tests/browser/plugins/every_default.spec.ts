import { isDeepStrictEqual } from 'node:util'
import { test } from '@japa/runner'
import type { Json } from '#engine/document/document'
import type { FormEntries } from '@formwright/kit/answer'
import { entriesOf } from '@formwright/kit/conform/rendered'
import { cellText } from '@formwright/kit/text'
import { newForm, publish } from '#tests/functional/forms/factories'
import { everyShape, type FieldCase } from '#tests/functional/plugins/every_preset'
import { open, publishedForm } from '#tests/functional/respond/answering'
import { Visitor } from '#tests/functional/visitor'

const DATA = { locale: 'en', now: Date.UTC(2026, 4, 4, 12), source: 'data' } as const
const TYPED = { ...DATA, source: 'form' } as const
const WAYS = ['fixed', 'param', 'piped'] as const

/** A question that may begin with an answer: how a link says it, and whether the text of it is read as the same. */
interface Given extends FieldCase {
  answer: Json
  link: string
  read: boolean
}

/** One of each kind and of each set of parts, with the first answer that a link can say. */
function everyGiven(): Given[] {
  const found = new Map<string, Given>()
  for (const one of everyShape()) {
    const { block, field, answers } = one
    const parts = field.parts.map(({ id, type }) => [id, type])
    const key = JSON.stringify([block.kind, parts])
    if (field.labelling === 'none' || field.formula || field.files || found.has(key)) continue
    const isRead = (text: string, answer: Json) =>
      isDeepStrictEqual(plain(field.parse(text, DATA).answer), answer)
    for (const answer of answers) {
      const texts = [String(answer), JSON.stringify(answer), cellText(field.toText(answer))]
      const link = texts.find((text) => isRead(text, answer))
      if (link === undefined || found.has(key)) continue
      const type = field.partOf('')?.type
      found.set(key, { ...one, answer, link, read: type !== 'text' || isRead(field.text(answer), answer) })
    }
  }
  return [...found.values()]
}

function plain(answer: unknown): unknown {
  return answer === undefined ? undefined : JSON.parse(JSON.stringify(answer))
}

function blocksOf(all: readonly Given[]) {
  return all.flatMap(({ block, answer, read }, place) => {
    const { settings, kind, v, label } = block
    const of = (way: (typeof WAYS)[number], given: object) => ({
      ...{ id: `${way}${place}x`, key: `${way}${place}`, kind, v, settings, label: `${label} ${way}` },
      default: given,
    })
    const fixed = of('fixed', { value: answer })
    const piped = of('piped', { text: `{#${fixed.id}}` })
    return [fixed, of('param', { param: `p${place}` }), ...(read ? [piped] : [])]
  })
}

/** What stands in questions that do not hold the answer they should begin with. */
function wrongIn(all: readonly Given[], entriesFor: (name: string) => FormEntries): unknown[] {
  return all.flatMap(({ field, block, answer, read }, place) =>
    WAYS.filter((way) => read || way !== 'piped').flatMap((way) => {
      const stands = plain(field.parse(field.fromForm(entriesFor(`f.${way}${place}x`)), TYPED).answer)
      return isDeepStrictEqual(stands, answer) ? [] : [[block.label, way, answer, stands]]
    }),
  )
}

test.group('A default of every kind', () => {
  test('fills its control: fixed, from the link, from another answer; live and without a script', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const all = everyGiven()
    const kinds = new Set(all.map(({ block }) => block.kind))
    assert.includeMembers([...kinds], ['address', 'matrix', 'ranking', 'date', 'slider', 'select'])
    const form = await publishedForm(blocksOf(all))
    const asked = new URLSearchParams(Object.fromEntries(all.map(({ link }, place) => [`p${place}`, link])))
    const path = `/forms/${form.slug}?${asked.toString()}`
    const { html } = await open(form.visitor, path)
    assert.deepEqual(
      wrongIn(all, (name) => entriesOf(html, name)),
      [],
      'without a script',
    )
    const context = await browser.newContext({ locale: 'en-US' })
    cleanup(() => context.close())
    await context.setExtraHTTPHeaders({ 'x-forwarded-for': new Visitor().address })
    const page = await context.newPage()
    await page.goto(`http://${process.env.HOST}:${process.env.PORT}${path}`)
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    const posted: [name: string, value: string][] = await page.evaluate(
      `[...new FormData(document.querySelector('#form'))].map(([name, value]) => [name, String(value)])`,
    )
    const entriesFor = (name: string) => {
      const entries: Record<string, string[]> = {}
      for (const [control, value] of posted)
        if (control === name || control.startsWith(`${name}.`))
          (entries[control.slice(name.length + 1)] ??= []).push(value)
      return entries
    }
    assert.deepEqual(wrongIn(all, entriesFor), [], 'live')
  }).timeout(60_000)

  test('of an answer in parts is taken from a question of the same kind only', async ({ assert }) => {
    const shapes = everyGiven().filter(({ field }) => field.partOf('') === undefined)
    const [one, other] = shapes.filter(({ block }, at) => block.kind !== shapes[0]?.block.kind || at === 0)
    if (!one || !other) throw new Error('There are no two kinds of answers in parts.')
    const { creator, form } = await newForm([
      { ...one.block, id: 'fromblk001', key: 'one' },
      { ...other.block, id: 'toblock001', key: 'other', default: { text: '{#fromblk001}' } },
    ])
    await assert.rejects(() => publish(creator, form.id), /default-refused/)
  })
})
