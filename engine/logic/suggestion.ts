import { nearest } from './nearest.ts'
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
  return nearest(name, Object.keys(signatures))
}
