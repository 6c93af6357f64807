// `npm run sheets`: draws every screen and page state into the contact sheets of docs/pictures/.
import { install, onNode24 } from './node24.mjs'
import { inOwnDatabase, runProgram } from './own_database.mjs'

await install()
if (onNode24()) process.exit(await inOwnDatabase((env) => runProgram('tests/sheets/sheets.ts', [], env)))
