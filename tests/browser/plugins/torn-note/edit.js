import { jsx } from 'react/jsx-runtime'
import { tornPart } from '../torn/faults.js'

export default tornPart(
  'edit',
  () => jsx('p', { children: 'A panel of its own' }),
  ({ block }) => block.settings,
)
