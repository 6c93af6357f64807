import { useEffect } from 'react'
import { jsx } from 'react/jsx-runtime'
import { tornPart } from './faults.js'

const torn = () => {
  throw new Error('torn')
}
const pressed = (onClick) => jsx('button', { type: 'button', onClick, children: 'Press' })

/** What fails while nobody draws it lies in its own file: by that the app knows whose it is. */
const STRAY = {
  'throws in a timer': () => {
    useEffect(() => void setTimeout(torn), [])
    return 'torn'
  },
  'throws when it is pressed': () => pressed(torn),
  'fails after it was pressed': () => pressed(async () => torn()),
  'fails later in an effect': () => {
    useEffect(() => void Promise.resolve().then(torn), [])
    return 'torn'
  },
}

export default tornPart(
  'edit',
  () => jsx('p', { children: 'A panel of its own' }),
  ({ block }) => block.settings,
  STRAY,
)
