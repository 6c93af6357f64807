import { useEffect, useLayoutEffect } from 'react'
import type { BlockProblem } from '../../engine/response/response.ts'
import { BlockView } from './block_view.tsx'
import { Ending, endingTitle } from './ending.tsx'
import { putFocus } from './focus.ts'
import { LayoutBlock } from './layout_block.tsx'
import { fieldPath } from './paths.ts'
import { type Visit, WHOLE } from './visit.ts'
import { useVisit } from './watch.ts'

/** What lies inside the <form>: one page of it with its buttons, or the ending once it was sent. */
export function FormPage({ visit }: { visit: Visit }) {
  useVisit(visit, WHOLE)
  const { state, t } = visit
  useEffect(() => visit.mounted?.(), [visit])
  // focus and title come with the page, not a frame later
  useLayoutEffect(() => {
    if (state.focus) putFocus(state.focus.on)
  }, [state.focus])
  useLayoutEffect(() => {
    if (state.ending) document.title = endingTitle(state.ending, t, document.title)
  }, [state.ending, t])
  return (
    <>
      {state.ending ? (
        <Ending
          ending={state.ending}
          Layout={visit.kinds.layouts.get(state.ending.block?.kind ?? '')?.Layout}
          t={state.ending.block ? visit.kindT(state.ending.block.kind) : t}
        />
      ) : (
        <OpenPage visit={visit} />
      )}
      <div className="unseen" role="status">
        {state.announced}
      </div>
    </>
  )
}

function OpenPage({ visit }: { visit: Visit }) {
  const { data, response, state, t } = visit
  const pages = response.pages()
  // A page only the server leads to has no place among those the browser knows of.
  const place = pages.indexOf(state.page)
  const turn = response.turn(state.page)
  const last = turn.to === 'end'
  const busy = state.phase === 'sending'
  const onward = last
    ? data.form.sending.submitLabel || t('send')
    : (turn.to === 'page' && visit.blocks.get(turn.page)?.page?.next) || t('next')
  const begins = visit.blocks.get(state.page)
  return (
    <>
      {/* The first button of a form is what Enter presses without a script. */}
      <button
        className="unseen"
        type="submit"
        name="_go"
        value={last ? 'send' : 'next'}
        tabIndex={-1}
        aria-hidden="true"
      />
      {data.form.sending.progress && pages.length > 1 && place >= 0 && (
        <div
          className="progress"
          role="img"
          aria-label={t('progress', { page: place + 1, pages: pages.length })}
        >
          {pages.map((page, at) => (
            <span key={page} className={at < place ? 'past' : at === place ? 'now' : undefined} />
          ))}
        </div>
      )}
      <Summary visit={visit} />
      <Notices visit={visit} />
      {begins && (
        <div className="page-title" tabIndex={-1} autoFocus={state.focus?.on === 'page'}>
          <LayoutBlock visit={visit} block={begins} path={begins.id} />
        </div>
      )}
      <div className="blocks">
        {response.blocksOf(state.page).map((id) => {
          const block = visit.blocks.get(id)
          // What stands in a section is drawn by it.
          return block && !block.parent && <BlockView key={id} visit={visit} block={block} path={id} />
        })}
      </div>
      {/* Buttons of their own for each page: whoever presses Next twice does not press what stands there then. */}
      <div className="buttons" key={state.page}>
        {state.page !== pages[0] && (
          <button className="back" type="submit" name="_go" value="back" disabled={busy}>
            {begins?.page?.back ?? t('back')}
          </button>
        )}
        <button
          className="solid"
          type="submit"
          name="_go"
          value={last ? 'send' : 'next'}
          aria-disabled={busy || undefined}
        >
          {busy ? t('sending') : onward}
        </button>
      </div>
    </>
  )
}

/** A sentence about the whole of it, over the page. */
function Notices({ visit }: { visit: Visit }) {
  const { state, t } = visit
  return (
    <div className="notices" role="status">
      {state.notice && (
        <div className="notice" id="notice" tabIndex={-1} autoFocus={state.focus?.on === 'notice'}>
          <p>{t(state.notice.key, state.notice.params)}</p>
          {state.notice.refused?.map((problem, index) => (
            <p key={index}>{visit.sentence(problem)}</p>
          ))}
          {state.notice.password && (
            <div className="field">
              <label className="label" htmlFor="password">
                {t('password.label')}
              </label>
              <input className="fw-input" type="password" id="password" autoComplete="current-password" />
              <button className="quiet small" type="button" data-do="password">
                {t('password.open')}
              </button>
            </div>
          )}
          {state.restart && (
            <button className="quiet small" type="button" data-do="restart">
              {t('restart')}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

/** What is wrong on this page, with a link to each place; it takes the focus when it appears. */
function Summary({ visit }: { visit: Visit }) {
  const problems = visit.problems()
  if (problems.length === 0) return null
  const { t, response } = visit
  const first = new Map<string, BlockProblem>()
  for (const problem of problems) {
    const path = fieldPath(problem.path)
    if (!first.has(path)) first.set(path, problem)
  }
  return (
    <section className="summary" id="summary" tabIndex={-1} autoFocus aria-labelledby="summary-title">
      <h2 id="summary-title">{t('errors.title', { count: first.size })}</h2>
      <ul>
        {[...first].map(([path, problem]) => {
          const block = visit.blocks.get(problem.block)
          return (
            <li key={path}>
              <a
                href={
                  problem.part
                    ? `#c-${path}-${problem.part}`
                    : `#${block?.labelling === 'control' ? 'c' : 'b'}-${path}`
                }
                data-to={problem.path}
              >
                {visit.sections?.nameOf(visit, path) ?? response.text(path, 'label')}
              </a>
              {problem.code !== 'required' && `: ${visit.sentence(problem)}`}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
