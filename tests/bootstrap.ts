import { createServer, type Server } from 'node:http'
import { writeFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import testUtils from '@adonisjs/core/services/test_utils'
import { apiClient } from '@japa/api-client'
import { assert } from '@japa/assert'
import { browserClient } from '@japa/browser-client'
import { pluginAdonisJS } from '@japa/plugin-adonisjs'
import type { Emitter, Runner } from '@japa/runner/core'
import { spec } from '@japa/runner/reporters'
import type { Config } from '@japa/runner/types'
import { chromium, type Browser } from 'playwright'
import { CountedRequest } from '#app/http/counted_request'
import { judgeAnswersBy } from '#tests/functional/visitor'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`

export const plugins: Config['plugins'] = [
  assert(),
  pluginAdonisJS(app, { baseURL }),
  apiClient(baseURL),
  browserClient({
    runInSuites: ['browser'],
    launcher: (options) => chromium.launch({ ...options, executablePath: process.env.CHROMIUM, args: FLAGS }),
    contextOptions: { baseURL },
  }),
]

/** Writes how many tests passed, failed and were skipped, and which failed, to the file that `npm test` names. */
const counts = {
  name: 'counts',
  handler(runner: Runner, emitter: Emitter) {
    emitter.on('runner:end', () => {
      const { aggregates, failedTestsTitles: titles } = runner.getSummary()
      const { passed, failed, skipped, todo } = aggregates
      const text = JSON.stringify({ passed, failed, skipped: skipped + todo, titles })
      writeFileSync(process.env.REPORT_TO ?? '', text)
    })
  },
}

export const reporters: Config['reporters'] = {
  activated: process.env.REPORT_TO ? ['spec', 'counts'] : ['spec'],
  list: [spec(), counts],
}

export const runnerHooks: Required<Pick<Config, 'setup' | 'teardown'>> = { setup: [], teardown: [] }

/** Closes what a test opened in the browser: pages that nobody looks at any more go on asking the server. */
async function closeWindows(browser: Browser): Promise<void> {
  for (const context of browser.contexts()) {
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
}

/** Suites that talk HTTP share one server in this process. */
export const configureSuite: Config['configureSuite'] = (suite) => {
  if (suite.name === 'browser') {
    suite.onGroup((group) => group.each.setup((test) => () => closeWindows(test.context.browser)))
  }
  if (!['functional', 'browser'].includes(suite.name)) return
  suite.setup(async () => {
    // it asks the application for its routes, which is not there before
    const { answerFault } = await import('#tests/functional/answers_checked')
    judgeAnswersBy(answerFault)
    const servers: Server[] = []
    const stop = await testUtils.httpServer().start((handle) => {
      const server = createServer({ IncomingMessage: CountedRequest }, handle)
      // A test that holds up this process for seconds finds all its connections too old: as the server would close one, `fetch`
      // may already have sent on it, which it says as `fetch failed`. So it is the client alone that closes what is idle.
      server.keepAliveTimeout = 0
      servers.push(server)
      return server
    })
    return async () => {
      const stopped = stop()
      // A page that a failed test left open holds its event stream for good.
      for (const server of servers) server.closeAllConnections()
      await stopped
    }
  })
}
