import { readable } from '@formwright/kit/text'
import type { PublishedForm } from '#app/forms/versions'
import { pathsOf } from '#app/respond/submission/addresses'
import { answersOf, fieldOf } from '#app/respond/submission/blocks'
import { refuseTooManyItems } from '#app/respond/submission/item_bound'
import type { Raws } from '#app/respond/visit/page_turn'
import type { Post } from '#app/respond/visit/read_post'
import { BROKEN } from '#engine/document/broken'
import type { LiveResponse } from '#engine/response/response'
import type { Steps } from '#engine/steps'
import { startInSteps } from '#engine/response/start'
import type { PublicBlock } from '#engine/plan/public_form'
import type { PostedAgain, WrittenAnswer } from '../../../frontend/respondent/view.ts'

/**
 * What a person wrote, question by question, as they would read it. The browser's own plan names the questions, so that
 * nothing is in it that browsers may not know.
 */
export function* written(
  { document, publicForm, plans }: Pick<PublishedForm, 'document' | 'publicForm' | 'plans'>,
  raws: Readonly<Raws>,
  locale: string,
): Steps<WrittenAnswer[]> {
  refuseTooManyItems(plans.browser, raws)
  const options = { raws, locale, now: Date.now(), source: 'form' } as const
  const response = yield* startInSteps(plans.browser, answersOf, options)
  const sections = new Map(publicForm.blocks.map(({ id, section }) => [id, section]))
  const found: WrittenAnswer[] = []
  for (const block of document.blocks) {
    const field = fieldOf(block)
    if (!field || field.formula) continue
    const paths = pathsOf(document, block, response)
    const answers = paths.flatMap((path, place): WrittenAnswer[] => {
      const state = response.field(path)
      if (!state?.touched || state.raw === BROKEN) return []
      const read = field.withTexts((text) => response.text(path, text))
      const typed = field.confirms ? withoutCodes(Object(state.raw)) : state.raw
      const answer =
        state.answer === undefined ? readable(textsIn(typed), locale) : read.text(state.answer, '', locale)
      if (answer.trim() === '') return []
      const question = itemIn(sections, response, path, place) + response.text(path, 'label')
      return [field.secret ? { question, secret: true } : { question, answer }]
    })
    found.push(...answers)
    yield
  }
  return found
}

/** What the item is called that an address leads into, at this place among the others, to stand before the question. */
function itemIn(
  sections: ReadonlyMap<string, PublicBlock['section']>,
  response: LiveResponse,
  path: string,
  place: number,
): string {
  const [section = '', item, inner] = path.split('.')
  const names = sections.get(section)
  if (item === undefined || inner === undefined || !names) return ''
  const own = names.itemTitle === undefined ? '' : response.text(`${section}.${item}`, names.itemTitle).trim()
  if (own !== '') return `${own}, `
  const title = names.title === undefined ? '' : response.text(section, names.title)
  return `${title} ${place + 1}, `.trimStart()
}

/** What a post says, without the questions: for whoever may not know that they were asked here. */
export function textsOf(post: Post): WrittenAnswer[] {
  // The ids of items are written by nobody.
  const sections = new Set(
    [...post.entries.keys()]
      .map((path) => path.split('.'))
      .flatMap(([section, , inner]) => (inner === undefined ? [] : [section])),
  )
  const texts = [...post.entries].flatMap(([path, parts]) =>
    sections.has(path) ? [] : Object.values(parts.sent || parts.proof ? withoutCodes(parts) : parts).flat(),
  )
  return texts.flatMap((answer) => {
    return typeof answer === 'string' && isWritten(answer) ? [{ answer }] : []
  })
}

/** A post as a form can carry it, to be sent a second time. */
export function postedAgain(action: string, post: Post | undefined): PostedAgain {
  if (post?.page === undefined) return { action, entries: [], go: post?.go ?? 'next' }
  const { key, version, page, dropped } = post
  const hidden = { _key: key, _version: version, _page: page, _files: dropped ? 'dropped' : undefined }
  const entries = Object.entries(hidden).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  for (const [path, parts] of post.entries) {
    for (const [part, values] of Object.entries(parts)) {
      const name = part === '' ? `f.${path}` : `f.${path}.${part}`
      for (const value of values)
        entries.push([name, typeof value === 'string' ? value : JSON.stringify(value)])
    }
  }
  return { action, entries, go: post.go }
}

/** What of a raw value, or of its parts in a post, a person wrote: what came of codes was given to them. */
function withoutCodes<Value>({
  to,
  sent,
  code,
  proof,
  ...written
}: Record<string, Value>): Record<string, Value> {
  return written
}

/** All texts in a value, however deep. */
function textsIn(raw: unknown): string[] {
  if (typeof raw === 'string') return raw.trim() === '' ? [] : [raw]
  if (typeof raw === 'number') return [String(raw)]
  return typeof raw === 'object' && raw !== null ? Object.values(raw).flatMap(textsIn) : []
}

/** Files that were sent before come back as JSON, which nobody wrote; nor what a page says where it cannot ask. */
function isWritten(text: string): boolean {
  return text.trim() !== '' && text !== BROKEN && !/^\{"id":"/.test(text)
}
