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

/** What a part of this plugin draws: `Good`, unless the settings say `part: fault`. */
export function tornPart(part, Good, settingsOf) {
  return function Torn(props) {
    const [failing, fault] = String(settingsOf(props).torn).split(': ')
    return jsx(failing === part ? FAULTS[fault] : Good, props)
  }
}
