// `npm run sheets`: draws every screen and page state into the contact sheets of docs/pictures/. `npm run sheets --
// kinds-simple date camera` draws some rows of some sheets only, large, into storage/sheets/.
import { chromium } from './chromium.mjs'
import { install, onNode24 } from './node24.mjs'
import { inOwnDatabase, runFile } from './own_database.mjs'

await install()
if (onNode24()) {
  /** @param {NodeJS.ProcessEnv} env */
  const draw = (env) =>
    runFile('tests/sheets/sheets.ts', process.argv.slice(2), { ...env, CHROMIUM: chromium() })
  process.exit(await inOwnDatabase(draw))
}
