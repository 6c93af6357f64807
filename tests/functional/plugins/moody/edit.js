import { jsx } from 'react/jsx-runtime'
import { moody } from './moods.js'

const { edit } = moody(['edit'], { edit: () => jsx('p', { children: 'A panel of its own' }) })

export default function Edit({ block }) {
  return edit(block.settings)
}
