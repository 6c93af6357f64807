import { fields as found } from 'virtual:plugins'
import type { CreatorField } from '@formwright/kit/found'
import { fittingAnswers } from '../../../engine/bound/fitting_answers.ts'
import { guardedAnswers } from '../../../engine/bound/guarded_answers.ts'
import { reportFault } from './faults.ts'

/** Every field plugin that the app was built with. What an answer module throws is told, and has answered nothing. */
export const fields: Readonly<Record<string, CreatorField>> = Object.fromEntries(
  Object.entries(found).map(([kind, field]) => {
    const { version } = field.definition
    const answer = guardedAnswers(kind, fittingAnswers(field.answer), ({ member, error }) =>
      reportFault({ family: 'fields', kind, version, part: member, error }),
    )
    return [kind, { ...field, answer }]
  }),
)
