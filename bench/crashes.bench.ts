// Crashes: server and database of an `npm start` are killed 20 times in a row (`--crashes=<n>`) while people answer a form.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCrashes } from '#tests/faults/crashes'

/** Within these milliseconds the instance serves again. */
const FLOOR = 2_000

const given = process.argv.find((argument) => argument.startsWith('--crashes='))
const storage = mkdtempSync(join(tmpdir(), 'formwright-crashes-'))
const report = await runCrashes(storage, Number(given?.slice('--crashes='.length) ?? 20))
rmSync(storage, { recursive: true, force: true })
const back = report.back.map(Math.round).toSorted((a, b) => a - b)
const longest = back.at(-1) ?? 0
console.log(`${back.length} crashes, ${report.acknowledged} submissions acknowledged, ${report.lost} lost
storing again after ${back[back.length >> 1]} ms (median), ${longest} ms at most (floor ${FLOOR} ms)
${report.wrong.length} wrong answers`)
for (const answer of report.wrong.slice(0, 20)) console.log(`  ${answer}`)
process.exit(report.wrong.length === 0 && report.lost === 0 && longest <= FLOOR ? 0 : 1)
