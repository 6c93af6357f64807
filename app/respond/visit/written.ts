import type { PublishedForm } from '#app/forms/versions'
import { answersOf, fieldOf } from '#app/respond/submission/blocks'
import type { Raws } from '#app/respond/visit/page_turn'
import type { Post } from '#app/respond/visit/read_post'
import { startResponse } from '#engine/response/start'
import type { PostedAgain, Written } from '../../../frontend/respondent/view.ts'

/**
 * What a person wrote, question by question, as they would read it. The browser's own plan names the questions, so that
 * nothing is in it that browsers may not know.
 */
export function written(
  { document, plans }: Pick<PublishedForm, 'document' | 'plans'>,
  raws: Readonly<Raws>,
  locale: string,
): Written[] {
  const response = startResponse(plans.browser, answersOf, { raws, locale, now: Date.now(), source: 'form' })
  return document.blocks.flatMap((block): Written[] => {
    const field = fieldOf(block)
    const state = field && !field.formula ? response.field(block.id) : undefined
    if (!field || !state?.touched) return []
    const read = field.withTexts((path) => response.text(block.id, path))
    const answer = state.answer === undefined ? textsIn(state.raw).join(', ') : read.text(state.answer)
    if (answer.trim() === '') return []
    const question = response.text(block.id, 'label')
    return [field.secret ? { question, secret: true } : { question, answer }]
  })
}

/** What a post says, without the questions: for whoever may not know that they were asked here. */
export function textsOf(post: Post): Written[] {
  const texts = [...post.entries.values()].flatMap((parts) => Object.values(parts).flat())
  return texts.flatMap((answer) => {
    return typeof answer === 'string' && answer.trim() !== '' && !isReference(answer) ? [{ answer }] : []
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
  for (const [block, parts] of post.entries) {
    for (const [part, values] of Object.entries(parts)) {
      const name = part === '' ? `f.${block}` : `f.${block}.${part}`
      for (const value of values)
        entries.push([name, typeof value === 'string' ? value : JSON.stringify(value)])
    }
  }
  return { action, entries, go: post.go }
}

/** All texts in a value, however deep. */
function textsIn(raw: unknown): string[] {
  if (typeof raw === 'string') return [raw]
  if (typeof raw === 'number') return [String(raw)]
  return typeof raw === 'object' && raw !== null ? Object.values(raw).flatMap(textsIn) : []
}

/** Files that were sent before come back as JSON, which nobody wrote. */
function isReference(text: string): boolean {
  return /^\{"id":"/.test(text)
}
