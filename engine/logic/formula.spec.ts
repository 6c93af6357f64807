import { test } from '@japa/runner'
import fc from 'fast-check'
import { begin, calculation, form, type Sketch } from '../fixtures/forms.ts'
import { registry } from '../fixtures/kinds.ts'
import { compile } from '../plan/compile.ts'
import type { Value } from '@formwright/kit/value'
import type { Json } from '../document/document.ts'
import { DEEPEST_FORMULA, parse } from './parser.ts'

const OPTIONS: { [name: string]: Json }[] = [
  { id: 'red', label: 'Red', value: 0.1 },
  { id: 'navy', label: 'Navy blue', value: 0.2 },
  { id: 'free', label: 'Free' },
]
const FIELDS: Sketch[] = [
  { id: 'numtwo', kind: 'number' },
  { id: 'numone', kind: 'number' },
  { id: 'nothng', kind: 'number' },
  { id: 'textab', kind: 'text' },
  { id: 'notext', kind: 'text' },
  { id: 'spaces', kind: 'text' },
  { id: 'colour', kind: 'select', settings: { options: OPTIONS } },
  { id: 'severl', kind: 'select', settings: { options: OPTIONS, multiple: true } },
  { id: 'nosevl', kind: 'select', settings: { options: OPTIONS, multiple: true } },
  { id: 'gratis', kind: 'select', settings: { options: OPTIONS, multiple: true } },
  { id: 'plain1', kind: 'select', settings: { options: [{ id: 'red', label: 'Red' }] } },
]
const RAWS = {
  numtwo: '2',
  numone: '1',
  textab: 'Ab',
  spaces: '  ',
  colour: ['navy'],
  severl: ['red', 'navy'],
  gratis: ['free'],
}

type Result = 'number' | 'text' | 'date' | 'boolean'

function outcome(formula: string, type: Result): Value {
  return begin(form(...FIELDS, calculation('result', formula, { type })), { raws: RAWS }).value('result')
}

function problem(formula: string, type: Result = 'number') {
  const { problems, plans } = compile(form(...FIELDS, calculation('result', formula, { type })), registry)
  return { ...problems[0], planned: plans !== undefined }
}

/** The type a value has, so that a table needs not name it; empty is a number unless told. */
function typeOf(value: Value): Result {
  return typeof value === 'string' ? 'text' : typeof value === 'boolean' ? 'boolean' : 'number'
}

const NUMBERS: [string, Value][] = [
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['10 - 3 - 2', 5],
  ['2 ^ 3 ^ 2', 512],
  ['-2 ^ 2', -4],
  ['2 * -3', -6],
  ['7 % 3', 1],
  ['7 % (1 + 2)', 1],
  // A percent sign with nothing to divide by is a hundredth, as in spreadsheets.
  ['10%', 0.1],
  ['200 * 19%', 38],
  ['19% * 200', 38],
  ['10% + 5', 5.1],
  ['-10%', -0.1],
  ['2 ^ 50%', 1.4142135623731],
  ['{#numtwo}%', 0.02],
  ['round(15%, 1)', 0.2],
  ['(1 + 1)% %', 0.0002],
  // Signs as keyboards, spreadsheets and mails write them.
  ['2 × 3 ÷ 4 − 1', 0.5],
  ['2 · 3 – 1', 5],
  ['if(1 ≤ 2 and 2 ≥ 1 and 1 ≠ 2, 1, 0)', 1],
  ['1 +​1', 2],
  ['length(“it is "so"”)', 10],
  ['mod(-7, 3)', -1],
  ['mod(7, -3)', 1],
  ['mod(0.3, 0.1)', 0],
  ['mod(-5.5, 0.2)', -0.1],
  ['mod(1e16, 3)', 1],
  ['mod(1, 1e-7)', 0],
  ['0.1 + 0.2', 0.3],
  // Intermediate results keep full precision; whoever looks sees the decimal that was meant.
  ['100.1 - 100', 0.1],
  ['10 / 3', 3.33333333333333],
  ['floor(10 / 3 * 3)', 10],
  ['10 / 3 * 3 - 10', 0],
  ['mod(10 / 3 * 3, 1)', 0],
  ['floor((100 / 3 - 33) * 3)', 1],
  ['floor(sqrt(2) * sqrt(2))', 2],
  ['sqrt(2) * sqrt(2) - 2', 0],
  ['round(ln(1000) / ln(10), 14)', 3],
  ['1.1 ^ 2', 1.21],
  ['2 ^ -2', 0.25],
  ['4 ^ 0.5', 2],
  ['1e15 + 0.1 - 1e15', 0.1],
  ['999999.99 * 999999.99', 999999980000],
  ['round(1234567.89 * 1234567.89, 4)', 1524157875019.05],
  ['round(123456789.123456, 400)', 123456789.123456],
  ['round(5e9, -10)', 10000000000],
  ['1 - 0.9', 0.1],
  ['1e3 + .5', 1000.5],
  ['000.123456789012345', 0.123456789012345],
  ['123456789012345000000', 123456789012345000000],
  ['0.000', 0],
  ['round(1.005, 2)', 1.01],
  ['round(2.5)', 3],
  ['round(-2.5)', -3],
  ['round(-1.005, 2)', -1.01],
  ['round(1234, -2)', 1200],
  ['floor(-1.5)', -2],
  ['floor(1.29, 1)', 1.2],
  ['ceil(1.21, 1)', 1.3],
  ['ceil(-1.5)', -1],
  ['trunc(-1.7)', -1],
  ['0 * -1', 0],
  ['abs(-3)', 3],
  ['sqrt(9)', 3],
  ['power(2, 10)', 1024],
  ['clamp(12, 0, 10)', 10],
  ['{#numtwo} / {#numone}', 2],
  // Empty counts as 0 in + − × and as dividend.
  ['{#nothng} + 1', 1],
  ['1 - {#nothng}', 1],
  ['{#nothng} * 5', 0],
  ['{#nothng} / 5', 0],
  ['mod({#nothng}, 5)', 0],
  // It stays empty through functions of one value.
  ['round({#nothng})', null],
  ['-{#nothng}', null],
  ['abs({#nothng})', null],
  // Of nothing: sum, count and length are 0; average, minimum, maximum empty.
  ['length({#notext})', 0],
  ['length({#spaces})', 0],
  ['length("")', 0],
  ['length({#nosevl})', 0],
  ['length(text(1 / 0))', null],
  ['count()', 0],
  ['count({#nosevl}, {#notext}, {#spaces}, {#nothng})', 0],
  ['avg()', null],
  ['min()', null],
  ['max({#nothng})', null],
  ['sum()', 0],
  ['sum({#nothng})', 0],
  ['count({#nothng})', 0],
  ['avg({#nothng})', null],
  ['min({#nothng})', null],
  ['max()', null],
  ['avg(1, {#nothng}, 2)', 1.5],
  ['min(3, {#nothng}, -1)', -1],
  ['max(3, {#nothng}, -1)', 3],
  ['sum(0.1, 0.2, 0.3)', 0.6],
  ['count({#severl})', 2],
  // What is chosen is worth, of several together; of nothing that has a value there is none.
  ['value({#colour})', 0.2],
  ['value({#severl})', 0.3],
  ['value({#severl}) * 2 + value({#gratis})', 0.6],
  ['value({#nosevl})', null],
  ['value({#gratis})', null],
  // Division by zero and what is not finite give no value: it shows as empty, spreads, and iferror catches it.
  ['1 / 0', null],
  ['1 / {#nothng}', null],
  ['mod(1, 0)', null],
  ['sqrt(-1)', null],
  ['1e308 * 10', null],
  ['10 ^ 400', null],
  ['1 / 0 + 1', null],
  ['round(1 / 0)', null],
  ['sum(1, 1 / 0)', null],
  ['iferror(1 / 0, 7)', 7],
  ['iferror(1 / 0 * 0, 7)', 7],
  ['iferror(sum(1, 1 / 0), 7)', 7],
  ['iferror({#nothng}, 7)', null],
  ['iferror(2, 1 / 0)', 2],
  ['min(10 / 3, 4)', 3.33333333333333],
  ['if(10 / 3 > 3, 10 / 3, 0) * 3', 10],
  ['coalesce(1 / 0, {#nothng}, 4)', 4],
  ['if(1 / 0 > 1, 1, 2)', null],
  ['if(true, 1, 1 / 0)', 1],
  ['if(1 = 1, 5)', 5],
  ['if(1 = 2, 5)', null],
  ['if(1 = 2, 5) + 1', 1],
  ['if({#nothng} > 1, 1, 2)', 2],
  ['length("👩‍👩‍👧e\u0301")', 2],
  ['number("1.50")', 1.5],
  ['number("abc")', null],
  ['iferror(number("abc"), 3)', 3],
]

const TEXTS: [string, Value][] = [
  ['"a" & "b" & 1.5', 'ab1.5'],
  ['"say ""hi""" & \' it\'\'s\'', 'say "hi" it\'s'],
  ['{#textab} & {#notext} & "!"', 'Ab!'],
  ['"x" & 1 / 0', 'x'],
  ['1 / 3 & " " & text(2 / 3)', '0.333333333333333 0.666666666666667'],
  ['"I like " & {#colour}', 'I like Navy blue'],
  ['text({#severl})', 'Red, Navy blue'],
  ['concat(1e21, " ", 0.0000001)', '1000000000000000000000 0.0000001'],
  ['“a” & ”b” & „c“ & «d» & ‘e’', 'abcde'],
  ['“say "hi"”', 'say "hi"'],
  ['upper("straße")', 'STRASSE'],
  ['lower("ÄB")', 'äb'],
  ['trim("  a   b ")', 'a b'],
  ['left("👩‍👩‍👧bc", 2)', '👩‍👩‍👧b'],
  ['right("abc", 2)', 'bc'],
  ['mid("abcde", 2, 3)', 'bcd'],
  ['replace("a.b.c", ".", "")', 'abc'],
  ['replace("a.b", ".", "$&")', 'a$&b'],
  ['if({#colour} = "Red", "warm", {#colour})', 'Navy blue'],
  ['coalesce({#spaces}, "none")', 'none'],
  ['text(date("2024-01-31"))', '2024-01-31'],
]

const BOOLEANS: [string, Value][] = [
  ['1 < 2 and 2 < 3', true],
  ['1 = 1 or 1 / 0 = 1', true],
  ['not 1 = 2', true],
  ['not (1 = 1) or true', true],
  ['1 <> 2', true],
  ['0.1 + 0.2 = 0.3', true],
  ['10 / 3 * 3 = 10', true],
  ['100.1 - 100 <= 0.1', true],
  ['" ab " = "AB"', true],
  ['"a\u0308" = "ä"', true],
  ['"a" = "ä"', false],
  ['"straße" = "STRASSE"', true],
  ['{#colour} = "navy"', true],
  ['{#colour} = "navy blue"', true],
  ['{#colour} != "Red"', true],
  ['contains({#severl}, "Red")', true],
  ['contains("Bär", "BA")', false],
  ['contains("👩‍👩‍👧", "👩")', false],
  ['starts_with("Äpfel", "äp")', true],
  ['ends_with("Haus", "US")', true],
  ['isempty({#nothng})', true],
  ['isempty({#spaces})', true],
  ['isempty(1 / 0)', true],
  ['isempty(0)', false],
  // Three-valued, as in SQL.
  ['{#nothng} = 1', null],
  ['{#nothng} = 1 and false', false],
  ['{#nothng} = 1 and true', null],
  ['{#nothng} = 1 or true', true],
  ['{#nothng} = 1 or false', null],
  ['not ({#nothng} = 1)', null],
  ['and(true, true, false)', false],
  ['or(false, false)', false],
  ['date("2024-01-31") < date(2024, 2, 1)', true],
  ['date("2024-01-31") = "2024-01-31T10:00"', true],
]

const DATES: [string, Value][] = [
  ['text(today())', '2024-02-29'],
  ['text(now())', '2024-02-29T12:00:00'],
  ['text(add_months(date("2024-01-31"), 1))', '2024-02-29'],
  ['text(add_months(date("2024-03-31"), -1))', '2024-02-29'],
  ['text(add_years(date("2024-02-29"), 1))', '2025-02-28'],
  ['text(add_days(date("2024-02-28"), 2))', '2024-03-01'],
  ['year(date("2024-02-29")) & "/" & month(date("2024-02-29")) & "/" & day(date("2024-02-29"))', '2024/2/29'],
  ['text(weekday(date("2024-02-29")))', '4'],
  ['text(days_between(date("2024-02-28"), date("2024-03-01")))', '2'],
  ['text(years_between(date("2000-02-29"), date("2001-02-28")))', '0'],
  ['text(years_between(date("2000-02-29"), date("2001-03-01")))', '1'],
  ['text(months_between(date("2024-01-31"), date("2024-02-29")))', '0'],
  ['text(months_between(date("2024-03-01"), date("2024-01-31")))', '-1'],
  // Clocks went forward in Berlin on 31 March 2024: hours between are elapsed time.
  ['text(hours_between(date_time, date_end))', '23'],
  ['text(date(2023, 2, 29))', null],
]

test.group('Formulas', () => {
  for (const [formula, expected] of [...NUMBERS, ...TEXTS, ...BOOLEANS, ...DATES]) {
    const type = BOOLEANS.some(([other]) => other === formula)
      ? 'boolean'
      : DATES.some(([other]) => other === formula)
        ? 'text'
        : typeOf(expected)
    const written = formula
      .replace('date_time', 'date("2024-03-31T00:00")')
      .replace('date_end', 'date("2024-04-01T00:00")')
    test(`${formula} is ${JSON.stringify(expected)}`, ({ assert }) => {
      assert.deepEqual(outcome(written, type), expected)
    })
  }

  test('{formula} is refused: {code} at {at}')
    .with([
      { formula: '1 +', code: 'syntax', at: 3 },
      { formula: '(1 + 2', code: 'syntax', at: 0 },
      { formula: '1 2', code: 'syntax', at: 2 },
      { formula: '1 + * 2', code: 'syntax', at: 4 },
      { formula: '1 ? 2', code: 'syntax', at: 2 },
      { formula: '"open', code: 'syntax', at: 0 },
      { formula: 'nosuch(1)', code: 'syntax', at: 0 },
      { formula: '1 < 2 < 3', code: 'syntax', at: 6 },
      { formula: 'price * 2', code: 'unknown-reference', at: 0 },
      { formula: '1 + {price}', code: 'unknown-reference', at: 4 },
      { formula: '1 + {#gone00}', code: 'unknown-reference', at: 4 },
      { formula: '1 + "a"', code: 'type', at: 4 },
      { formula: '{#textab} > 3', code: 'type', at: 0 },
      { formula: '1 < {#textab}', code: 'type', at: 4 },
      { formula: '"a" < "b"', code: 'type', at: 0 },
      { formula: '1 = "a"', code: 'type', at: 2 },
      { formula: '{#colour} = "green"', code: 'type', at: 12 },
      { formula: 'round(1, 2, 3)', code: 'type', at: 0 },
      { formula: 'if(1, 2, 3)', code: 'type', at: 3 },
      { formula: 'if(true, 2, "a")', code: 'type', at: 9 },
      { formula: '{#severl} = 1', code: 'type', at: 10 },
      { formula: 'true', code: 'type', at: 0 },
      { formula: '1 + value({#textab})', code: 'type', at: 10 },
      { formula: '1 + value({#plain1})', code: 'type', at: 10 },
      { formula: 'value(1, 2)', code: 'type', at: 0 },
      { formula: 'date("31.1.2024") = today()', code: 'type', at: 5 },
      { formula: 'constructor(1)', code: 'syntax', at: 0 },
      { formula: '1 = empty', code: 'type', at: 2 },
      // What cannot be kept exactly is refused, also where only the browser would make nothing of it.
      { formula: '1 + 1e400', code: 'syntax', at: 4 },
      { formula: '1 + 1e-400', code: 'syntax', at: 4 },
      { formula: '0.1234567890123456', code: 'syntax', at: 0 },
      { formula: '9007199254740993', code: 'syntax', at: 0 },
    ])
    .run(({ assert }, { formula, code, at }) => {
      const found = problem(formula)
      assert.equal(found.code, code)
      assert.equal(found.at, at, found.message)
      assert.equal(found.block, 'result')
      assert.equal(found.path, 'settings.formula')
      assert.isFalse(found.planned)
    })

  test('{formula}: {message}')
    .with([
      { formula: 'len("a")', message: /There is no function “len”\. Did you mean “length”\?/ },
      { formula: 'average(1, 2)', message: /Did you mean “avg”\?/ },
      { formula: 'IIF(1 = 1, 1, 2)', message: /There is no function “iif”\. Did you mean “if”\?/ },
      { formula: 'isblank({#notext})', message: /Did you mean “isempty”\?/ },
      { formula: 'substitute("a", "b", "c")', message: /Did you mean “replace”\?/ },
      { formula: 'concatenate("a", "b")', message: /Did you mean “concat”\?/ },
      { formula: 'rond(1)', message: /Did you mean “round”\?/ },
      { formula: 'lenght("a")', message: /Did you mean “length”\?/ },
      { formula: 'days_betwen(today(), today())', message: /Did you mean “days_between”\?/ },
      { formula: 'yearsbetween(today(), today())', message: /Did you mean “years_between”\?/ },
      { formula: 'empty({#notext})', message: /Did you mean “isempty”\?/ },
      { formula: 'length("a", "b")', message: /“length” takes 1 value, not 2\.$/ },
      { formula: 'wibble(1)', message: /There is no function “wibble”\.$/ },
      {
        formula: '1 + avg',
        message: /“avg” is a function: its values stand in brackets behind it, avg\(…\)/,
      },
      { formula: '1 + len', message: /Did you mean “length”\?/ },
      {
        formula: '1 + price',
        message: /“price” is neither a question, which is written \{price\}, nor a function/,
      },
      { formula: '{first name} & "!"', message: /Keys have no spaces: .*\{first_name\}/ },
      { formula: '1 + {Price}', message: /Keys have no capitals: .*\{price\}/ },
      { formula: '1 + {price * 2', message: /no closing one.*\{price\}/ },
      { formula: '1 + {price', message: /no closing one.*\{price\}/ },
      { formula: '1 + {first name', message: /no closing one.*\{first\}/ },
      { formula: '1 + {}', message: /Write the key of a question between the braces/ },
      { formula: '1 + price}', message: /This brace has no opening one/ },
      { formula: '10 percent', message: /An operator is missing/ },
      { formula: '1 + {prize}', message: /There is no question with the key “prize”/ },
      { formula: '1,5 * 2', message: /12\.5/ },
      { formula: '1 + $2', message: /“\$” has no meaning in a formula/ },
      { formula: '“open', message: /no closing quote/ },
      { formula: '%5', message: /“%” cannot stand here/ },
    ])
    .run(({ assert }, { formula, message }) => {
      assert.match(problem(formula).message ?? '', message)
    })

  test('depth is refused with a problem, never by a stack overflow', ({ assert }) => {
    for (const deep of [
      '('.repeat(9_000),
      `${'('.repeat(9_000)}1${')'.repeat(9_000)}`,
      '-'.repeat(19_000) + '1',
      'not '.repeat(4_000) + 'true',
      '1' + '+1'.repeat(9_000),
      '1' + '^1'.repeat(9_000),
      `${'abs('.repeat(4_000)}1${')'.repeat(4_000)}`,
      'x'.repeat(30_000),
    ]) {
      assert.equal(problem(deep).code, 'too-large')
    }
    assert.equal(outcome('0' + '+1'.repeat(DEEPEST_FORMULA - 1), 'number'), DEEPEST_FORMULA - 1)
  })

  test('a calculation that is a date gives a day, and takes nothing else')
    .with([
      ['date(2024, 2, 29)', '2024-02-29'],
      ['add_months(date("2024-01-31T10:00"), 1)', '2024-02-29'],
      ['date("2024-02-29T23:59:59")', '2024-02-29'],
      ['date(2024, 2, 30)', null],
      ['date({#textab})', null],
    ] as const)
    .run(({ assert }, [formula, day]) => assert.equal(outcome(formula, 'date'), day))

  test('a calculation that is a date refuses texts and numbers', ({ assert }) => {
    assert.include(problem('"2024-02-29"', 'date').message, 'but a date is needed')
    assert.include(problem('1', 'date').message, 'but a date is needed')
  })

  test('whatever is typed: a tree or a problem with its place, never an exception', ({ assert }) => {
    const token = fc.constantFrom(
      '(',
      ')',
      '+',
      '-',
      '&',
      '<',
      '=',
      ',',
      'and',
      'not',
      'if',
      '1',
      '"a"',
      '{#numtwo}',
      '{',
      ' ',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(token).map((tokens) => tokens.join('')),
        ),
        (formula) => {
          const result = parse(formula)
          if ('problem' in result) assert.isNumber(result.problem.at)
          compile(form(...FIELDS, calculation('result', formula)), registry)
        },
      ),
    )
  })
})
