import { tornPart } from './faults.js'
import { Input } from './input.js'

export default tornPart('respond', Input, ({ block }) => block.settings)
