import { createElement, useLayoutEffect } from 'react'
import { BlockView } from './block_view.tsx'
import { Guard } from './guard.tsx'
import { LayoutBlock } from './layout_block.tsx'
import { PlainText, Rich } from './plain_text.tsx'
import type { EndingView } from './view.ts'
import { type Visit, WHOLE } from './visit.ts'
import { useVisit } from './watch.ts'

/** What lies inside the <form>: one page of it with its buttons, or the ending once it was sent. */
export function FormPage({ visit }: { visit: Visit }) {
  useVisit(visit, WHOLE)
  const { state } = visit
  // before anything can be typed into what was hydrated
  useLayoutEffect(() => visit.mounted?.(), [visit])
  // it comes with the page, not a frame later
  useLayoutEffect(() => {
    if (state.focus) visit.remarks?.focus(state.focus.on)
  }, [visit, state.focus])
  return (
    <>
      {state.ending ? <Ended visit={visit} ending={state.ending} /> : <OpenPage visit={visit} />}
      <div className="unseen" role="status">
        {state.announced}
      </div>
    </>
  )
}

/** The ending, once the form was sent. */
function Ended({ visit, ending }: { visit: Visit; ending: EndingView }) {
  const { id = '', kind = '' } = ending.block ?? {}
  const block = visit.blocks.get(id)
  return visit.remarks?.ending(createElement, ending, {
    Layout: visit.kinds.layouts.get(kind)?.Layout,
    ...(block && {
      guard: (drawn, builtIn) => (
        <Guard visit={visit} block={block} path={id} instead={builtIn}>
          {drawn}
        </Guard>
      ),
    }),
    t: visit.kindT(kind),
    Text: PlainText,
    Rich,
  })
}

function OpenPage({ visit }: { visit: Visit }) {
  const { data, response, state, t } = visit
  const all = response.pages()
  const pages = all.filter((page) => page !== data.form.plan.welcome)
  // A page only the server leads to has no place among those the browser knows of, nor has a welcome.
  const place = pages.indexOf(state.page)
  const turn = response.turn(state.page)
  const last = turn.to === 'end'
  const busy = state.phase === 'sending'
  const begins = visit.blocks.get(state.page)
  const onward = last
    ? data.form.sending.submitLabel || t('send')
    : begins?.page?.start || (turn.to === 'page' && visit.blocks.get(turn.page)?.page?.next) || t('next')
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
      {visit.remarks?.summary(createElement, visit)}
      {/* It is there before them, so that they are read when they come. */}
      <div className="notices" role="status">
        {visit.remarks?.notice(createElement, visit)}
      </div>
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
        {state.page !== all[0] && (
          <button
            className={place ? 'back brief' : 'back'}
            type="submit"
            name="_go"
            value="back"
            disabled={busy}
          >
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
      <div className="notices" role="status">
        {visit.remarks?.restored(createElement, visit)}
      </div>
    </>
  )
}
