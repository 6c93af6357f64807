import type { AnswerContext, ParseResult } from './answer.ts'
import { formatOf } from './decimal.ts'
import { readDecimal } from './exact_decimal.ts'
import type { Problem } from './problem.ts'

/** What a locale puts between groups of digits and before decimals. */
interface Separators {
  group: string
  decimal: string
  /** sizes of groups from the right, the last one repeats: 3, or 3 then 2 as in India */
  first: number
  rest: number
}

/** The separators of a locale; those of English for one that is not real. */
function separatorsOf(locale: string): Separators {
  let format: Intl.NumberFormat
  try {
    format = formatOf(locale, true)
  } catch {
    format = formatOf('en', true)
  }
  const parts = format.formatToParts(123456789012.5)
  const groups = parts.filter(({ type }) => type === 'integer').map(({ value }) => [...value].length)
  return {
    group: parts.find(({ type }) => type === 'group')?.value ?? '',
    decimal: parts.find(({ type }) => type === 'decimal')?.value ?? '.',
    first: groups.at(-1) ?? 3,
    rest: groups.at(-2) ?? 3,
  }
}

const NO_NUMBER: Problem = { code: 'format' }

/** Nobody writes a longer one, and reading it would take long. */
const LONGEST = 1_000

/**
 * A number that somebody typed in their language, or that data holds. Refused unless 15 significant digits keep it
 * exactly. What was typed with the mark of another language is asked about, with an example of what may be meant.
 */
export function readNumber(
  candidate: unknown,
  { locale, source }: Pick<AnswerContext, 'locale' | 'source'>,
): ParseResult<number> {
  if (candidate === undefined || candidate === null) return { problems: [] }
  if (typeof candidate === 'number') return exact(String(candidate))
  if (typeof candidate !== 'string' || candidate.length > LONGEST) return { problems: [NO_NUMBER] }
  const text = candidate.trim()
  if (text === '') return { problems: [] }
  // Data is written for machines first; only what a machine would not write is read as a person's.
  if (source === 'data' && readDecimal(text)) return exact(text)
  const typed = readTyped(text, locale)
  if (typed !== undefined) return exact(typed)
  const example = decimalMeant(text, locale)
  if (example === undefined) return { problems: [NO_NUMBER] }
  return { problems: [{ code: 'format', params: { reason: 'decimal', example } }] }
}

function exact(text: string): ParseResult<number> {
  const decimal = readDecimal(text)
  if (!decimal) return { problems: [NO_NUMBER] }
  const number = Number(text)
  const kept = readDecimal(String(number))
  if (decimal.digits.length > 15 || kept?.digits !== decimal.digits || kept.exponent !== decimal.exponent) {
    return { problems: [{ code: 'format', params: { reason: 'digits', digits: 15 } }] }
  }
  return { answer: number === 0 ? 0 : number, problems: [] }
}

/**
 * Turns what a person typed into the notation of JavaScript, or undefined when it is not a number or could be two
 * different ones: `12,5` is 12.5 in German, `1,234` is 1234 in English, and `12,5` in English is asked about.
 */
function readTyped(text: string, locale: string): string | undefined {
  const plain = latinDigits(text.normalize('NFKC'))
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/[\u2010-\u2013\u2212]/g, '-')
    .trim()
  const match = /^([+-]?)\s*([^eE+-]+)(?:[eE]([+-]?\d{1,6}))?$/.exec(plain)
  if (!match) return undefined
  const [, sign, mantissa, power] = match
  const number = readMantissa(mantissa.trim(), locale)
  if (number === undefined) return undefined
  return `${sign}${number}${power === undefined ? '' : `e${power}`}`
}

/**
 * How a decimal would be written that was typed with the mark of another language (`12,5` in English is `12.5`), for a
 * hint: it is not read so. Undefined where it is as likely a separator of thousands.
 */
function decimalMeant(text: string, locale: string): string | undefined {
  const { decimal } = separatorsOf(locale)
  const [, whole = '', mark, fraction = ''] = /^([+-]?\d+)([.,\u066b])(\d+)$/.exec(text) ?? []
  if (mark === undefined || mark === decimal || (fraction.length === 3 && whole.length < 4)) return undefined
  return whole + decimal + fraction
}

function readMantissa(text: string, locale: string): string | undefined {
  // most are, and asking what a locale puts between digits takes long
  if (/^\d+$/.test(text)) return text
  const separators = separatorsOf(locale)
  const decimal = decimalIn(text, separators)
  if (decimal === undefined) return undefined
  const at = decimal === '' ? -1 : text.lastIndexOf(decimal)
  const whole = at === -1 ? text : text.slice(0, at)
  const fraction = at === -1 ? '' : text.slice(at + 1)
  if (!/^\d*$/.test(fraction) || whole + fraction === '') return undefined
  const ungrouped = ungroup(whole, decimal, separators)
  if (ungrouped === undefined) return undefined
  return fraction === '' ? ungrouped : `${ungrouped || '0'}.${fraction}`
}

/** Which sign is the decimal one here: `''` for none, undefined when it cannot be known. */
function decimalIn(text: string, { decimal, group }: Separators): string | undefined {
  const marks = [decimal, '.', ',', '\u066b'].filter((mark) => text.includes(mark))
  if (text.includes(decimal)) return decimal
  const foreign = marks.filter((mark) => mark !== group)
  if (foreign.length === 0) return ''
  const [mark = '', ...others] = foreign
  if (others.length > 0 || text.split(mark).length > 2) return undefined
  // `1.234` where the point means nothing: it could be either, so it is asked about.
  return new RegExp(`^\\d{1,3}\\${mark}\\d{3}$`).test(text) ? undefined : mark
}

/** Takes out separators of thousands that stand where they belong. White space and apostrophes do so everywhere. */
function ungroup(whole: string, decimal: string, { group, first, rest }: Separators): string | undefined {
  if (/^\d*$/.test(whole)) return whole
  const own = /\s/.test(group) || group === decimal ? '' : group
  const marks = [
    /\s/.exec(whole)?.[0],
    /['’]/.exec(whole)?.[0],
    own !== '' && whole.includes(own) ? own : undefined,
  ]
  const used = [...new Set(marks.filter((mark) => mark !== undefined))]
  const [mark] = used
  if (mark === undefined || used.length > 1) return undefined
  const groups = whole.split(mark)
  const fits = (last: number, inner: number): boolean => {
    const head = groups[0] ?? ''
    return (
      head.length >= 1 &&
      head.length <= inner &&
      groups.every((part) => /^\d+$/.test(part)) &&
      groups.slice(1, -1).every((part) => part.length === inner) &&
      groups.at(-1)?.length === last
    )
  }
  return fits(3, 3) || fits(first, rest) ? groups.join('') : undefined
}

/** Digits of any script as 0–9. */
function latinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    let start = code
    while (/^\p{Nd}$/u.test(String.fromCodePoint(start - 1))) start--
    return String((code - start) % 10)
  })
}
