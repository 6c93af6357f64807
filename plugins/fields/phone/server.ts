import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max'
import { defineFieldServer } from '@formwright/kit/server'
import { countriesIn } from './answer.ts'
import type { Settings } from './field.ts'

/** Whether there is such a number, and where: numbering plans are far too much for a page. */
export default defineFieldServer<Settings, string>({
  own: (answer) => Promise.resolve({ answer: numberIn(answer)?.number ?? answer, files: [] }),
  judge(answer, { callable }) {
    const number = numberIn(answer)
    if (!number?.isValid()) return [{ code: 'format', params: { reason: 'unknown' } }]
    const { country } = number
    const countries = countriesIn(callable)
    // countries share calling codes; some numbers belong to none
    return country === undefined || countries.length === 0 || countries.includes(country)
      ? []
      : [{ code: 'not-allowed', params: { reason: 'country', countries: countries.join(', ') } }]
  },
})

/**
 * The number that is meant. The prefix of a country is not dialled behind its code, though many write it there
 * (`+49 (0)30 123456`), even of countries that have none any more: a zero without which alone it is a number goes.
 */
function numberIn(answer: string): PhoneNumber | undefined {
  const number = parsePhoneNumberFromString(answer)
  if (!number?.nationalNumber.startsWith('0') || number.isValid()) return number
  const without = parsePhoneNumberFromString(`+${number.countryCallingCode}${number.nationalNumber.slice(1)}`)
  return without?.isValid() ? without : number
}
