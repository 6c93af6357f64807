// `npm run sheets`: draws every screen and page state into the contact sheets of docs/pictures/.
import { chromium } from './chromium.mjs'
import { install, onNode24 } from './node24.mjs'
import { inOwnDatabase, runFile } from './own_database.mjs'

await install()
if (onNode24()) {
  /** @param {NodeJS.ProcessEnv} env */
  const draw = (env) => runFile('tests/sheets/sheets.ts', [], { ...env, CHROMIUM: chromium() })
  process.exit(await inOwnDatabase(draw))
}
