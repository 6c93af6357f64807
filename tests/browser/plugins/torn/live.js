import { tornPart } from './faults.js'
import { Input } from './input.js'

export default tornPart('live', Input, ({ block }) => block.settings)
