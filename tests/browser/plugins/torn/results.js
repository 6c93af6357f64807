import { jsx } from 'react/jsx-runtime'
import { tornPart } from './faults.js'

const Said = ({ answer }) => jsx('span', { children: answer })

export const Cell = tornPart('Cell', Said, ({ settings }) => settings)
export const Answer = tornPart('Answer', Said, ({ settings }) => settings)
