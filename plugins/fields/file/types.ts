/** Subtypes that people know by another name. */
const KNOWN: Readonly<Record<string, string>> = {
  jpeg: 'JPG',
  plain: 'TXT',
  markdown: 'MD',
  quicktime: 'MOV',
  msword: 'DOC',
  'ms-excel': 'XLS',
  'ms-powerpoint': 'PPT',
}
const FAMILIES = /^(image|audio|video|text)\/\*$/
const OFFICE: Readonly<Record<string, string>> = { document: 'DOCX', sheet: 'XLSX', presentation: 'PPTX' }

/**
 * What people call the accepted types: `PDF` for `.pdf` and for `application/pdf`, once. Of a whole family (`image/*`)
 * only the family is given, in lower case; its word depends on the language.
 */
export function typeNames(accept: readonly string[]): string[] {
  return [...new Set(accept.map(nameOf))]
}

function nameOf(type: string): string {
  const [family = '', subtype = ''] = type.split('/')
  if (FAMILIES.test(type)) return family
  // `font/*` has no better name than itself.
  if (subtype === '*') return type.toUpperCase()
  const name = (subtype || family.slice(1)).replace(/^(x-|vnd\.)/, '').replace(/\+.*/, '')
  return KNOWN[name] ?? OFFICE[/officedocument.*\.(\w+)$/.exec(name)?.[1] ?? ''] ?? name.toUpperCase()
}
