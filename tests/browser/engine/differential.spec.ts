import { test } from '@japa/runner'
import { build } from 'vite'
import { plansOf } from '../../../engine/fixtures/forms.ts'
import { generateCase } from '../../../engine/fixtures/generate.ts'
import { play, type Play } from '../../../engine/fixtures/play.ts'
import { sumsForm } from '../../../engine/fixtures/sums.ts'

const CASES = 400
const SUMS = 60_000

/** The interpreter and the test's kinds as one script that puts what `entry` exports on the page, as `engine`. */
async function bundle(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    // what compiles forms is for the server: its patterns have no part for browsers
    resolve: { conditions: ['module', 'import', 'default'] },
    build: {
      write: false,
      minify: false,
      lib: { entry, formats: ['iife'], name: 'engine', fileName: 'engine' },
    },
  })
  const [output] = [result].flat()
  if (!('output' in output)) throw new Error('The build watches instead of ending')
  return output.output[0].code
}

test.group('Engine in Chromium and in Node', () => {
  test(`${CASES} visits come out the same in both`, async ({ assert, browserContext }) => {
    const plays: Play[] = []
    for (let seed = 0; plays.length < CASES; seed++) {
      const { document, options, edits } = generateCase(seed)
      const { browser, server } = plansOf(document)
      for (const plan of [browser, server]) plays.push({ plan, document, options, edits })
    }
    const page = await browserContext.newPage()
    await page.addScriptTag({ content: await bundle('engine/fixtures/play.ts') })
    for (let first = 0; first < plays.length; first += 50) {
      const some = plays.slice(first, first + 50)
      const played: unknown = await page.evaluate(`${JSON.stringify(some)}.map(engine.play)`)
      assert.deepEqual(played, JSON.parse(JSON.stringify(some.map(play))), `from case ${first}`)
    }
  })

  test('60,000 sums, products, quotients and roundings are exact decimals in Chromium too', async ({
    assert,
    browserContext,
  }) => {
    const page = await browserContext.newPage()
    await page.addScriptTag({ content: await bundle('engine/fixtures/sums.ts') })
    const { browser } = plansOf(sumsForm())
    const looked = await page.evaluate(
      `engine.wrongSums(${JSON.stringify(browser)}, { seed: 7, results: ${SUMS} })`,
    )
    assert.deepEqual(looked, { looked: SUMS, wrong: [] })
  })
})
