import { jsx } from 'react/jsx-runtime'
import { tornPart } from './faults.js'
import { Input } from './input.js'

const Torn = tornPart('respond', Input, ({ block }) => block.settings)

const Nothing = () => null

/** It says that it draws nothing itself, or leaves that to a component of its own. */
export default function Respond(props) {
  const { torn } = props.block.settings
  if (torn === 'nothing') return null
  return jsx(torn === 'nothing within' ? Nothing : Torn, props)
}
