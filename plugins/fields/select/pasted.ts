/** A number behind a bar or a tab, in some currency or none. What could be thousands or decimals (`1.250`) is no number. */
const VALUED =
  /^(.*\S)\s*[|\t]\s*(?:(?:\p{Sc}|([A-Z]{3}))\s?)?([-+]?\d{1,12}(?:[.,]\d{1,2})?)(?:\s?(?:\p{Sc}|([A-Z]{3})))?$/u

/** A pasted line as an option: `S | 12.50`, or two cells of a spreadsheet, are a label and a value. */
export function pastedOption(line: string): { label: string } | { label: string; amount: number } {
  const [, label, before, amount, behind] = VALUED.exec(line) ?? []
  if (label === undefined || amount === undefined) return { label: line }
  if (![before, behind].every(isCurrency)) return { label: line }
  return { label, amount: Number(amount.replace(',', '.')) }
}

/** Three letters may be anything else. */
function isCurrency(code: string | undefined): boolean {
  return code === undefined || Intl.supportedValuesOf('currency').includes(code)
}
