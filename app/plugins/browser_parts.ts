import type { AnswerModule } from '@formwright/kit/answer'

const ANSWERS: Readonly<Record<keyof AnswerModule<unknown, unknown, unknown>, true>> = {
  fromForm: true,
  toRaw: true,
  parse: true,
  validate: true,
  values: true,
  toText: true,
  untouched: true,
  claims: true,
}

/** Parts of plugins that run in the creator's app: what may be said to have failed there. */
export const BROWSER_PARTS = [
  ...['Cell', 'Answer', 'results', 'code', 'respond', 'edit', 'settings', 'start', 'startItem', 'pastedItem'],
  ...Object.keys(ANSWERS),
]
