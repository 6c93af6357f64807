import { jsx } from 'react/jsx-runtime'
import { tornPart } from '../torn/faults.js'

export default tornPart(
  'respond',
  () => jsx('p', { children: 'A note' }),
  ({ block }) => block.settings,
)
