import { test } from '@japa/runner'
import { build } from 'vite'
import { preactOfPage } from '../../../scripts/page_preact.ts'

/** What controls do with hooks, written to `log`; `rest` waits until effects that come later have run. */
const PAGE = `
  import { render } from 'preact'
  import { jsx } from '/frontend/respondent/jsx.ts'
  import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from '/frontend/respondent/react.ts'

  const log = []
  const rest = async () => { for (let n = 0; n < 3; n++) await new Promise((done) => setTimeout(done)) }
  const change = {}

  function Inner({ name }) {
    useEffect(() => { log.push('inner ' + name); return () => log.push('inner gone ' + name) }, [name])
    return null
  }

  function Outer() {
    const [count, setCount] = useState(() => 1)
    const [shown, setShown] = useState(true)
    const drawn = useRef(0)
    const double = useMemo(() => { log.push('doubled'); return count * 2 }, [count])
    const same = useCallback(() => count, [])
    Object.assign(change, { setCount, setShown, same: change.same ?? same, stays: same === (change.same ?? same) })
    drawn.current += 1
    useEffect(() => { log.push('always') })
    useEffect(() => { log.push('once') }, [])
    useLayoutEffect(() => {
      log.push('now ' + count + ' ' + document.getElementById('count').textContent)
      return () => log.push('undone ' + count)
    }, [count])
    const told = jsx('p', { id: 'count', children: [double, ' ', drawn.current] })
    return jsx('div', { children: [told, shown && jsx(Inner, { name: 'n' + count })] })
  }

  window.run = async () => {
    const steps = {}
    const step = async (name, act) => { log.length = 0; act(); await rest(); steps[name] = [...log] }
    await step('first', () => render(jsx(Outer, {}), document.body))
    await step('several at once', () => { change.setCount((n) => n + 1); change.setCount((n) => n + 1) })
    await step('the same', () => change.setCount(3))
    await step('gone within', () => change.setShown(false))
    await step('left before it ran', () => { change.setShown(true); render(null, document.body) })
    return { steps, stays: change.stays }
  }
`

/** One script of the source with all that it imports. */
async function bundled(source: string): Promise<string> {
  const entry = '\0hooks-page'
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, rollupOptions: { input: entry } },
    plugins: [
      preactOfPage(),
      {
        name: 'hooks-page',
        resolveId: (id) => (id === entry ? entry : undefined),
        load: (id) => (id === entry ? source : undefined),
      },
    ],
  })
  const [{ output }] = [result].flat().filter((one) => 'output' in one)
  return output[0].code
}

test.group('Hooks of the public page', () => {
  test('do what those of React do', async ({ assert, browser, cleanup }) => {
    const page = await browser.newPage()
    cleanup(() => page.close())
    await page.addScriptTag({ content: await bundled(PAGE), type: 'module' })
    await page.waitForFunction('window.run')
    const { steps, stays } = await page.evaluate<{ steps: Record<string, string[]>; stays: boolean }>('run()')
    assert.deepEqual(steps, {
      first: ['doubled', 'now 1 2 1', 'inner n1', 'always', 'once'],
      'several at once': ['doubled', 'undone 1', 'now 3 6 2', 'inner gone n1', 'inner n3', 'always'],
      'the same': [],
      'gone within': ['inner gone n3', 'always'],
      'left before it ran': ['undone 3'],
    })
    assert.isTrue(stays)
  })
})
