import type { ReadBlock } from '../document/reading.ts'
import type { Expression } from '../logic/interpreter/expression.ts'
import { turns } from '../logic/interpreter/texts.ts'
import { readingOf } from '../logic/linked.ts'
import { piecesOf } from '../logic/references.ts'

/** A text of a block as the creator wrote it. */
export interface Template {
  name: string
  /** where it stands in the block */
  path: string
  text: string
  rich: boolean
}

/** The texts of a block that may hold references. */
export function templatesOf({ block, settings, layout }: ReadBlock): Template[] {
  const templates: Template[] = []
  const add = (name: string, path: string, text: unknown, rich: boolean) => {
    if (typeof text === 'string') templates.push({ name, path, text, rich })
  }
  add('label', 'label', block.label, false)
  add('help', 'help', block.help, false)
  for (const { path, kind, piping } of layout?.texts ?? []) {
    if (piping) add(path, `settings.${path}`, settings[path], kind === 'rich')
  }
  return templates
}

/**
 * A text with its references resolved, in one pass: what they bring in is text, never markup and never read again, nor
 * does its direction of reading change that of the rest.
 */
export function compileText(template: Template, known: (address: string) => boolean): Expression {
  const pieces = piecesOf(template.text)
  const turned = turns(template.text)
  const parts = pieces.map((piece): Expression => {
    if ('literal' in piece) return piece.literal
    if (!known(piece.address)) return ''
    const reading = readingOf(piece.address)
    if (template.rich) return ['escape', reading]
    return pieces.length > 1 ? ['isolate', reading, turned] : reading
  })
  if (parts.every((part) => typeof part === 'string')) return parts.join('')
  return ['join', ...parts]
}
