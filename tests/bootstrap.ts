import app from '@adonisjs/core/services/app'
import testUtils from '@adonisjs/core/services/test_utils'
import { apiClient } from '@japa/api-client'
import { assert } from '@japa/assert'
import { browserClient } from '@japa/browser-client'
import { pluginAdonisJS } from '@japa/plugin-adonisjs'
import type { Config } from '@japa/runner/types'
import { chromium } from 'playwright'

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

export const reporters: Config['reporters'] = {
  activated: ['spec'],
}

export const runnerHooks: Required<Pick<Config, 'setup' | 'teardown'>> = { setup: [], teardown: [] }

/** Suites that talk HTTP share one server in this process. */
export const configureSuite: Config['configureSuite'] = (suite) => {
  if (['functional', 'browser'].includes(suite.name)) suite.setup(() => testUtils.httpServer().start())
}
