import { useEffect, useLayoutEffect, useState } from 'react'
import { jsx, jsxs } from 'react/jsx-runtime'

const torn = () => {
  throw new Error('torn')
}

/** A component for each way in which one can fail that gives the processor back. */
export const FAULTS = {
  throws: torn,
  'throws nothing': () => {
    throw undefined
  },
  'throws a promise': () => {
    throw new Promise(() => undefined)
  },
  'answers nothing': () => undefined,
  'answers an object': () => ({ no: 'element' }),
  'answers a function': () => () => 'torn',
  'answers a symbol': () => Symbol('torn'),
  'answers a promise': async () => 'late',
  'throws in an effect': () => {
    useEffect(torn)
    return 'torn'
  },
  'throws in a layout effect': () => {
    useLayoutEffect(torn)
    return 'torn'
  },
  'throws as it goes': () => {
    useEffect(() => torn, [])
    return 'torn'
  },
  'throws at another time': () => {
    const [, again] = useState(0)
    useEffect(() => void setTimeout(() => again(torn)), [])
    return 'torn'
  },
  'throws in a timer': () => {
    useEffect(() => void setTimeout(torn), [])
    return 'torn'
  },
  'throws when it is pressed': () => jsx('button', { type: 'button', onClick: torn, children: 'Press' }),
  'fails after it was pressed': () =>
    jsx('button', { type: 'button', onClick: async () => torn(), children: 'Press' }),
  'fails later in an effect': () => {
    useEffect(() => void Promise.resolve().then(torn), [])
    return 'torn'
  },
  'changes what is set for ever': ({ block, change }) => {
    useEffect(() => void (block && change?.({ times: Math.random() })))
    return 'torn'
  },
  'changes what is set now and again': ({ change }) => {
    useEffect(() => {
      const timer = setInterval(() => change?.({ times: Math.random() }), 1)
      return () => clearInterval(timer)
    })
    return 'torn'
  },
  'is drawn again for ever': () => {
    const [times, again] = useState(0)
    again(times + 1)
    return jsx('b', { children: times })
  },
  'is drawn again for ever after each time': () => {
    const [times, again] = useState(0)
    useLayoutEffect(() => again(times + 1))
    return jsx('b', { children: times })
  },
  'draws very much': () =>
    jsxs('div', { children: Array.from({ length: 20_000 }, (_, at) => jsx('i', { children: '.' }, at)) }),
}

/** What a part of this plugin draws: `Good`, unless the settings say `part: fault`; of `own` faults rather than of those. */
export function tornPart(part, Good, settingsOf, own = {}) {
  return function Torn(props) {
    const [failing, fault] = String(settingsOf(props).torn).split(': ')
    return jsx(failing === part ? (own[fault] ?? FAULTS[fault]) : Good, props)
  }
}
