import type { StateView } from './view.ts'

/** Outlines of 24 by 24: what each state is known by. */
const OUTLINES: Readonly<Record<StateView['state'], string>> = {
  // a lock
  password:
    'M5 13a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2zM11 16a1 1 0 1 0 2 0 1 1 0 0 0-2 0M8 11V7a4 4 0 1 1 8 0v4',
  // a clock
  early: 'M3 12a9 9 0 1 0 18 0 9 9 0 0 0-18 0M12 7v5l3 3',
  // no entry
  closed: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M9 12h6',
  // people
  full: 'M5 7a4 4 0 1 0 8 0 4 4 0 1 0-8 0M3 21v-2a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4v2M16 3.13a4 4 0 0 1 0 7.75M21 21v-2a4 4 0 0 0-3-3.85',
  // a glass that looks for something
  missing: 'M3 10a7 7 0 1 0 14 0 7 7 0 1 0-14 0M21 21l-6-6M10 13v.01M10 10a1.5 1.5 0 1 0-1.14-2.474',
  // an hourglass
  gone: 'M6 20v-2a6 6 0 1 1 12 0v2a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1M6 4v2a6 6 0 1 0 12 0V4a1 1 0 0 0-1-1H7a1 1 0 0 0-1 1',
  // a sheet that is written on
  changed:
    'M14 3v4a1 1 0 0 0 1 1h4M17 21H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h7l5 5v11a2 2 0 0 1-2 2M10 18l5-5a1.414 1.414 0 0 0-2-2l-5 5v2z',
  // a cloud, crossed out
  away: 'M9.58 5.548q.36-.166.752-.286c1.88-.572 3.956-.193 5.444 1s2.162 3.007 1.77 4.769h.99c1.913 0 3.464 1.56 3.464 3.486 0 .957-.383 1.824-1.003 2.454M18 18.004H6.657C4.085 18 2 15.993 2 13.517c0-2.475 2.085-4.482 4.657-4.482.13-.582.37-1.128.7-1.62M3 3l18 18',
  // a wrench
  unready: 'M7 10h3V7L6.5 3.5a6 6 0 0 1 8 8l6 6a2 2 0 0 1-3 3l-6-6a6 6 0 0 1-8-8z',
}

/** What stands over a page that is no form. It says nothing that is not said below. */
export function StateIcon({ state }: Pick<StateView, 'state'>) {
  return (
    <svg className="disc" viewBox="0 0 24 24" aria-hidden="true">
      <path d={OUTLINES[state]} />
    </svg>
  )
}
