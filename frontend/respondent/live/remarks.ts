import type { Translate } from '@formwright/kit/control'
import type { BlockProblem } from '../../../engine/response/response.ts'
import { problemText } from '../problem_text.ts'
import type { EndingView } from '../view.ts'
import type { Draw, EndingParts, MessagesProps, Remarks, Visit } from '../visit.ts'
import { problemsHere, problemsOf, settle, tell } from './flags.ts'
import { putFocus } from './focus.ts'

// What the page says in return to a press of a button: problems, notices, the ending. It comes with what sends the answers
// and imports nothing of the page: what draws is handed in.

/** The sentence a respondent reads of a problem. */
export function sentence(visit: Visit, problem: BlockProblem): string {
  return problemText(problem, visit.kindT(visit.blocks.get(problem.block)?.kind ?? ''))
}

/** What is wrong on this page, with a link to each place (without a script: `wrong_links.ts`); it takes the focus when it appears. */
function summary(draw: Draw, visit: Visit) {
  const wrong = problemsHere(visit)
  if (wrong.length === 0) return null
  const { t, response } = visit
  return draw(
    'section',
    {
      className: 'summary',
      id: 'summary',
      tabIndex: -1,
      autoFocus: true,
      'aria-labelledby': 'summary-title',
    },
    draw('h2', { id: 'summary-title' }, t('errors.title', { count: wrong.length })),
    draw(
      'ul',
      null,
      wrong.map(([path, [problem]]) => {
        const name = visit.sections?.nameOf(visit, path) ?? response.text(path, 'label')
        return draw(
          'li',
          { key: path },
          draw('a', { href: `#b-${path}`, 'data-to': problem.path }, name),
          problem.code !== 'required' && t('errors.why', { reason: sentence(visit, problem) }),
        )
      }),
    ),
  )
}

/** A sentence about the whole of it, over the page. */
function notice(draw: Draw, visit: Visit) {
  const { state, t } = visit
  const { notice } = state
  if (!notice) return null
  return draw(
    'div',
    { className: 'notice', id: 'notice', tabIndex: -1, autoFocus: state.focus?.on === 'notice' },
    draw('p', null, t(notice.key, notice.params)),
    notice.refused?.map((problem, index) => draw('p', { key: index }, sentence(visit, problem))),
    notice.besides?.(draw, visit),
  )
}

/** Under the page, so that nothing moves for it: it comes by itself, while somebody may read or press already. */
function restored(draw: Draw, { state, t }: Visit) {
  if (state.restored === undefined) return null
  return draw(
    'div',
    { className: 'notice' },
    state.restored.map((key) => draw('p', { key }, t(key))),
    button(draw, 'restart', t('restart')),
  )
}

function button(draw: Draw, does: string, words: string) {
  return draw('button', { className: 'quiet small', type: 'button', 'data-do': does }, words)
}

/** What is wrong with an answer. */
function messages(draw: Draw, { visit, id, problems }: MessagesProps) {
  return draw(
    'div',
    { className: 'messages', id },
    problems.map((problem, key) => message(draw, sentence(visit, problem), key)),
  )
}

/** A sentence about what is wrong, with its sign. */
export function message(draw: Draw, words: string, key?: number) {
  return draw(
    'p',
    { className: 'message', key },
    draw(
      'svg',
      { 'aria-hidden': true, viewBox: '0 0 16 16', width: 16, height: 16 },
      draw('path', {
        d: 'M8 1a7 7 0 1 0 0 14A7 7 0 1 0 8 1M8 4.5v4.2M8 11v.3',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 1.6,
        strokeLinecap: 'round',
      }),
    ),
    draw('span', null, words),
  )
}

/** What the document is called once the form was sent: nobody is left in doubt whether it was. */
export function endingTitle({ texts }: EndingView, t: Translate, form: string): string {
  return `${texts.title?.trim() || t('sent.title')} – ${form}`
}

/** What stands in place of the form once it was sent: the creator's ending, or the built-in one. */
export function drawEnding(
  draw: Draw,
  { block, texts }: EndingView,
  { Layout, guard, t, ...parts }: EndingParts,
) {
  const own = { className: 'ending', id: 'ending', key: 'ending', tabIndex: -1, autoFocus: true }
  const heading = draw('h2', null, texts.title ?? t('sent.title'))
  const text = draw('p', { className: 'fw-paragraph' }, texts.text ?? t('sent.text'))
  const builtIn = draw('div', { className: 'fw-ending' }, heading, text)
  if (!block || !Layout) return draw('div', own, builtIn)
  const drawn = draw(Layout, { block, texts, t, ...parts })
  return draw('div', own, guard ? guard(drawn, builtIn) : drawn)
}

export const remarks: Remarks = {
  ...{ summary, notice, restored, messages, ending: drawEnding, focus: putFocus },
  ...{ problemsOf, tell, settle },
}
