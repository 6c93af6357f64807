/** A property of a data source. */
export interface Property {
  id: string
  name: string
  type: string
  options?: string[]
}

/** Why a property cannot have this value; undefined when it can. */
export function propertyFault({ name, type, options }: Property, given: unknown): string | undefined {
  const wrong = `${name} is expected to be ${type}.`
  if (typeof given !== 'object' || given === null || Object.keys(given).join() !== type) return wrong
  const value: unknown = Object(given)[type]
  switch (type) {
    case 'title':
    case 'rich_text':
      return listFault(name, value, textFault)
    case 'number':
      return value === null || Number.isFinite(value) ? undefined : wrong
    case 'checkbox':
      return typeof value === 'boolean' ? undefined : wrong
    case 'select':
      return value === null ? undefined : optionFault(name, value)
    case 'status':
      if (value === null) return undefined
      return options?.includes(Object(value).name)
        ? undefined
        : `Status option "${Object(value).name}" does not exist.`
    case 'multi_select':
      return listFault(name, value, (option) => optionFault(name, option))
    case 'date':
      return value === null ? undefined : dateFault(wrong, value)
    case 'url':
      return value === null ? undefined : lineFault(name, value, 2_000)
    case 'email':
    case 'phone_number':
      return value === null ? undefined : lineFault(name, value, 200)
    case 'files':
      return listFault(name, value, (file) => fileFault(name, file))
  }
  return `${name} is a computed property.`
}

function listFault(
  name: string,
  value: unknown,
  fault: (item: unknown) => string | undefined,
): string | undefined {
  if (!Array.isArray(value)) return `${name} should be an array.`
  if (value.length > 100) return `${name}.length should be ≤ \`100\`, instead was \`${value.length}\`.`
  return value.map(fault).find((one) => one !== undefined)
}

function textFault(item: unknown): string | undefined {
  const { text, ...others }: Record<string, unknown> = Object(item)
  const { content, ...more }: Record<string, unknown> = Object(text)
  if (Object.keys({ ...others, ...more }).length > 0) return 'text has unknown members.'
  if (typeof content !== 'string') return 'text.content should be a string.'
  return content.length > 2_000
    ? `text.content.length should be ≤ \`2000\`, instead was \`${content.length}\`.`
    : undefined
}

function optionFault(property: string, option: unknown): string | undefined {
  const { name, ...others }: Record<string, unknown> = Object(option)
  if (typeof name !== 'string' || name === '' || Object.keys(others).length > 0)
    return `${property} should be an option with a name.`
  if (name.length > 100) return `${property}.name.length should be ≤ \`100\`, instead was \`${name.length}\`.`
  return name.includes(',') ? `Invalid ${property}: commas are not allowed in option names.` : undefined
}

const MOMENT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?)?$/

function dateFault(wrong: string, value: unknown): string | undefined {
  const { start, end, ...others }: Record<string, unknown> = Object(value)
  const isMoment = (moment: unknown) => typeof moment === 'string' && MOMENT.test(moment)
  if (!isMoment(start) || (end !== null && !isMoment(end)) || Object.keys(others).length > 0) return wrong
  return end !== null && String(end) < String(start) ? `${wrong} It ends before it starts.` : undefined
}

function lineFault(name: string, value: unknown, most: number): string | undefined {
  if (typeof value !== 'string' || value === '') return `${name} should be a non-empty string or null.`
  return value.length > most
    ? `${name}.length should be ≤ \`${most}\`, instead was \`${value.length}\`.`
    : undefined
}

function fileFault(property: string, file: unknown): string | undefined {
  const { type, name, external, ...others }: Record<string, unknown> = Object(file)
  const url = String(Object(external).url)
  if (type !== 'external' || Object.keys(others).length > 0) return `${property} should be external files.`
  if (typeof name !== 'string' || name === '' || name.length > 100)
    return `${property}.name.length should be ≤ \`100\`.`
  return URL.canParse(url) && url.length <= 2_000 ? undefined : `${property}.external.url is no address.`
}
