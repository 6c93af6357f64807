import { jsx } from 'react/jsx-runtime'
import { moody } from './moods.js'

const { respond } = moody(['respond'], {
  respond: ({ title }) => jsx('p', { children: title }),
})

export default function Moody({ block }) {
  return respond(block.settings)
}
