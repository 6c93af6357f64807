import type { MappedValue } from '@formwright/kit/mapped_setting'
import { PropertyError, propertyOf } from './properties.ts'

/** The page as Notion shows it: its title, and below it the properties. */
export function drawn(values: readonly MappedValue[]): string {
  const title = values.find(({ to }) => to.type === 'title')
  const others = values.filter((value) => value !== title)
  const width = Math.min(40, Math.max(0, ...others.map(({ to }) => to.label.length)))
  return [
    title ? shown(title) || 'New page' : 'New page',
    '',
    ...others.map((value) => `${value.to.label.padEnd(width)}  ${shown(value)}`),
  ].join('\n')
}

function shown(given: MappedValue): string {
  // their links say nothing to a person
  if (given.to.type === 'files') return given.texts.join(', ')
  try {
    return shownAs(propertyOf(given)[given.to.type])
  } catch (error) {
    if (error instanceof PropertyError) return error.message
    throw error
  }
}

function shownAs(property: unknown): string {
  if (property === null) return ''
  if (typeof property === 'boolean') return property ? '☑' : '☐'
  if (typeof property === 'number' || typeof property === 'string') return String(property)
  if (Array.isArray(property)) return property.length === 0 ? '' : listShown(property)
  const { name, start, end }: Record<string, unknown> = Object(property)
  if (typeof name === 'string') return `[${name}]`
  return typeof end === 'string' ? `${String(start)} → ${end}` : String(start)
}

/** Options stand side by side, texts run on. */
function listShown(items: readonly unknown[]): string {
  return items
    .map((item) => {
      const { name, text }: Record<string, unknown> = Object(item)
      return typeof name === 'string' ? `[${name}] ` : String(Object(text).content ?? '')
    })
    .join('')
    .trimEnd()
}
