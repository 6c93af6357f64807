// Faults: the server is killed 100 times (`--kills=<n>`) while people answer a form; with `--limited` one that limits
// how many submissions it takes.
import { runFaults } from '#tests/faults/run_faults'

const given = process.argv.find((argument) => argument.startsWith('--kills='))
const kills = Number(given?.slice('--kills='.length) ?? 100)
const report = await runFaults({
  kills,
  limited: process.argv.includes('--limited'),
  say: (line) => console.log(line),
})
const { findings, recovery, deliveries } = report
console.log(`
${kills} kills in ${report.seconds.toFixed(0)} s: ${Object.entries(report.kills)
  .map(([point, count]) => `${point} ${count}`)
  .join(', ')}
${report.acknowledged} submissions acknowledged, ${report.plain} of them without JavaScript; ${report.files} with a file, ${report.plainFiles} of them without JavaScript; ${report.unknown} sends without an answer, repeated
${deliveries.arrivals} deliveries arrived, ${deliveries.accepted} were accepted, ${deliveries.again} of them more than once
serving again after ${recovery.median} ms (median), ${recovery.longest} ms at most
${findings.length} findings`)
for (const { what, detail } of findings.slice(0, 20)) console.log(`  ${what}: ${detail}`)
process.exit(findings.length === 0 ? 0 : 1)
