const COLDEST = { C: -273.15, F: -459.67 }

const feels = (degrees, unit) => (degrees > (unit === 'C' ? 25 : 77) ? 'warm' : 'cool')

/** Degrees as a number; nothing is colder than absolute zero. */
export default {
  fromForm: (entries) => entries['']?.[0] ?? '',
  toRaw: (degrees) => String(degrees),
  parse: (candidate) => {
    const text = String(candidate ?? '').trim()
    if (text === '') return { problems: [] }
    return /^-?\d{1,9}(\.\d{1,5})?$/.test(text)
      ? { answer: Number(text), problems: [] }
      : { problems: [{ code: 'format' }] }
  },
  validate: (degrees, { unit }) => {
    return degrees < COLDEST[unit] ? [{ code: 'min', params: { min: COLDEST[unit] } }] : []
  },
  toText: (degrees, { unit }, part) => (part === 'feels' ? feels(degrees, unit) : `${degrees} °${unit}`),
  values: (degrees, { unit }) => ({ '': degrees, feels: feels(degrees, unit) }),
}
