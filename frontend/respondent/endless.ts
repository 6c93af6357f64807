import { options } from 'preact'

/**
 * Preact asks `__r` before a component is drawn, with what is drawn, whose component is `__c`: whoever watches Preact goes by
 * these names (its devtools, signals), and tests/browser/plugins/every_component_fault.spec.ts holds them.
 */
const asked: typeof options & { __r?: (node: { __c?: object }) => void } = options

/**
 * From now on a component throws that lets itself be drawn again each time it is drawn, as it does with React. Preact would
 * draw it for ever, and nobody could do anything any more in the app that shows it.
 */
export function refuseEndless(): void {
  const before = asked.__r
  /** how often each was drawn, until all that runs now has come to its end */
  const drawn = new Map<unknown, number>()
  // as a message, which comes at once in tabs in the background too: a timer takes a second there, in which files that are
  // sent tell of it honestly a hundred times
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => drawn.clear()
  asked.__r = (node) => {
    const times = drawn.get(node.__c) ?? 0
    if (drawn.size === 0) port2.postMessage(0)
    if (times > 99) throw new Error('It is drawn without an end.')
    drawn.set(node.__c, times + 1)
    before?.(node)
  }
}
