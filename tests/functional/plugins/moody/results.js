import { jsx } from 'react/jsx-runtime'
import * as temperature from '../temperature/results.js'
import { moody } from './moods.js'

const drawn = moody(['Cell', 'Answer'], {
  Cell: (settings, props) => jsx(temperature.Cell, props),
  Answer: (settings, props) => jsx(temperature.Answer, props),
})

export const Cell = (props) => drawn.Cell(props.settings, props)
export const Answer = (props) => drawn.Answer(props.settings, props)
