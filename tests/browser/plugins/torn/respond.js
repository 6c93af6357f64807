import { jsx } from 'react/jsx-runtime'
import { tornPart } from './faults.js'
import { Input } from './input.js'

const Torn = tornPart('respond', Input, ({ block }) => block.settings)

/** It says itself that it draws nothing: within an element nobody would see it. */
export default function Respond(props) {
  return props.block.settings.torn === 'nothing' ? null : jsx(Torn, props)
}
