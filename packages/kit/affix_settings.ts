import * as v from 'valibot'

const affix = v.pipe(v.string(), v.maxLength(20))

/** What stands before a number, as a setting. Words stand apart from it, signs and single letters close by: `about 12`, `$12`, `R12`. */
export const before = v.pipe(
  affix,
  v.transform((text) => (/\p{L}{2}[.:]?$/u.test(text) ? `${text}\u00a0` : text)),
)

/** What stands after a number: `12 kg`, `12%`. */
export const after = v.pipe(
  affix,
  v.transform((text) => (/^\p{L}/u.test(text) ? `\u00a0${text}` : text)),
)
