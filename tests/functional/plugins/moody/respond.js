import { jsx } from 'react/jsx-runtime'
import Temperature from '../temperature/respond.js'
import { moody } from './moods.js'

const { respond } = moody(['respond'], { respond: (settings, props) => jsx(Temperature, props) })

export default function Moody(props) {
  return respond(props.block.settings, props)
}
