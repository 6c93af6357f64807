// Writes `zones/` from the library's tables: `node plugins/fields/phone/make_zones.ts`, after the library was updated.
import { writeFileSync } from 'node:fs'
import min from 'libphonenumber-js/min/metadata'

for (const digit of '123456789') {
  const codes = Object.entries(min.country_calling_codes).filter(([code]) => code.startsWith(digit))
  const plans = codes.flatMap(([, all]) => all.map((country) => [country, min.countries[country]]))
  const zone = JSON.stringify({
    version: min.version,
    country_calling_codes: Object.fromEntries(codes),
    countries: Object.fromEntries(plans),
  })
  writeFileSync(
    new URL(`zones/${digit}.ts`, import.meta.url),
    '// The numbering plans of this zone, as libphonenumber-js has them (make_zones.ts writes them anew).\n' +
      `export default '${zone.replace(/[\\']/g, String.raw`\$&`)}'\n`,
  )
}
