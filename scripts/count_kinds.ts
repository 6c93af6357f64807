// `npm run kinds`: for every kind, how many places outside its folder know it, and which.
import { plugins } from '#app/plugins/registry'
import { placesOfKinds, ROOT } from './kind_places.ts'

await plugins.load(ROOT)
const { files, places } = placesOfKinds()
let sum = 0
for (const [kind, known] of places) {
  sum += known.length
  console.log(`${kind.padEnd(16)} ${known.length}`)
  for (const { place, why } of known) console.log(`  ${place} ${why}`)
}
console.log(`${places.size} kinds, ${files} files outside their folders, ${sum} places`)
process.exit(sum === 0 ? 0 : 1)
