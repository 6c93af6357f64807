// `npm run kinds`: counts the places outside its folder that know a kind.
import { install, onNode24 } from './node24.mjs'
import { runFile } from './own_database.mjs'

await install()
if (onNode24()) process.exit(await runFile('scripts/count_kinds.ts', [], process.env))
