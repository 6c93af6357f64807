import { signatures } from './signatures.ts'

/** What spreadsheets, databases and other form builders call our functions. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  average: 'avg',
  mean: 'avg',
  total: 'sum',
  minimum: 'min',
  maximum: 'max',
  counta: 'count',
  ceiling: 'ceil',
  roundup: 'ceil',
  rounddown: 'floor',
  int: 'floor',
  modulo: 'mod',
  pow: 'power',
  log: 'log10',
  iif: 'if',
  ifs: 'if',
  switch: 'if',
  ifna: 'iferror',
  ifnull: 'coalesce',
  nvl: 'coalesce',
  isblank: 'isempty',
  isnull: 'isempty',
  empty: 'isempty',
  len: 'length',
  concatenate: 'concat',
  textjoin: 'concat',
  join: 'concat',
  substitute: 'replace',
  substring: 'mid',
  substr: 'mid',
  search: 'contains',
  find: 'contains',
  includes: 'contains',
  uppercase: 'upper',
  ucase: 'upper',
  lowercase: 'lower',
  lcase: 'lower',
  value: 'number',
  tostring: 'text',
  edate: 'add_months',
  dateadd: 'add_days',
  datedif: 'days_between',
  datediff: 'days_between',
  days: 'days_between',
  age: 'years_between',
}

/** The function that somebody means who writes `name`: its name elsewhere, or a slip of a key or two. */
export function functionLike(name: string): string | undefined {
  if (Object.hasOwn(ELSEWHERE, name)) return ELSEWHERE[name]
  const most = name.length < 4 ? 1 : 2
  let nearest: string | undefined
  let least = most + 1
  for (const known of Object.keys(signatures)) {
    const distance = Math.abs(known.length - name.length) > most ? least : distanceOf(name, known)
    if (distance < least) [nearest, least] = [known, distance]
  }
  return nearest
}

/** How many letters must be put in, left out, exchanged or swapped with the next one to make one word of the other. */
function distanceOf(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j], before[j - 2] + 1)
    }
    before = last
    last = row
  }
  return last[b.length]
}
