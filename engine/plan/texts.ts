import { richToText } from '@formwright/kit/rich/to_text'
import { pipedName } from '@formwright/kit/rich/resolve'
import { isRichText, referencesIn } from '@formwright/kit/rich/tree'
import { textIn } from '@formwright/kit/block_text'
import { piecesOf } from '@formwright/kit/stored_text'
import type { ReadBlock } from '../document/reading.ts'
import type { Expression } from '../logic/interpreter/expression.ts'
import { turns } from '../logic/interpreter/texts.ts'
import { readingOf } from '../logic/linked.ts'

/** A text of a block as the creator wrote it. */
export interface Template {
  name: string
  /** where it stands in the block */
  path: string
  /** of a rich text what can be read of it */
  text: string
  /** what it refers to, and where that stands in a plain text */
  references: readonly { address: string; at: number }[]
  rich: boolean
  /** answers are encoded in it, so that each is resolved by itself */
  encoded: boolean
  /** it stands in each item of its section */
  ofItems: boolean
  /** the place of the rule whose message it is: a response knows only the one that is shown */
  rule?: number
}

/**
 * The texts of a block that may hold references. Of the settings of a field only those that need to be resolved: it is
 * drawn with its settings, and there may be thousands of options.
 */
export function templatesOf({ block, settings, layout, field }: ReadBlock): Template[] {
  const templates: Template[] = []
  const add = (
    name: string,
    path: string,
    text: unknown,
    more: Pick<Template, 'rule'> & { ofItems?: boolean; encoded?: boolean } = {},
  ) => {
    const how = { ofItems: false, encoded: false, ...more }
    if (typeof text === 'string') {
      const references = piecesOf(text).flatMap((piece) => ('address' in piece ? [piece] : []))
      templates.push({ name, path, text, references, rich: false, ...how })
    } else if (isRichText(text)) {
      const references = referencesIn(text).map((address) => ({ address, at: 0 }))
      templates.push({
        name,
        path,
        text: richToText(text, (to) => `{#${to}}`),
        references,
        rich: true,
        ...how,
      })
    }
  }
  add('label', 'label', block.label)
  add('help', 'help', block.help)
  for (const { path, piping, role, kind } of layout?.texts ?? []) {
    const how = { ofItems: role === 'item-title', encoded: kind === 'link' }
    if (piping) add(path, `settings.${path}`, textIn(settings, path), how)
  }
  if (field === undefined) return templates
  for (const [index, rule] of (block.rules ?? []).entries())
    if (rule.do === 'error') add(`error.${index}`, `rules.${index}.message`, rule.message, { rule: index })
  if (block.placeholder?.includes('{')) add('placeholder', 'placeholder', block.placeholder)
  if (block.default !== undefined && 'text' in block.default && field.formula === undefined)
    add('default', 'default', block.default.text)
  for (const { path, text } of field.pipedTexts) add(path, `settings.${path}`, text)
  return templates
}

/**
 * What a response resolves of a text, by the names it is asked for: a plain text as a whole, in one pass; of a rich text
 * each reference by itself, to be drawn where it stands in the tree, and of an address too, to be encoded. What references
 * bring in is text, never markup and never read again, nor does its direction of reading change that of the rest.
 */
export function compileTexts(
  template: Template,
  known: (address: string) => boolean,
): { [name: string]: Expression } {
  const { name, text, references, rich, encoded } = template
  // a default becomes an answer: no marks for the eye stand in it
  if (!rich && !encoded) return { [name]: compilePlain(text, known, name !== 'default') }
  const turned = turns(text)
  return Object.fromEntries(
    references.map(({ address }, number): [string, Expression] => {
      const reading = readingOf(address)
      const shown: Expression = encoded ? ['join', reading] : ['isolate', reading, turned]
      return [pipedName(name, String(number)), known(address) ? shown : '']
    }),
  )
}

/** The names under which a response resolves what a block shows, besides its label and its help. */
export function textNames(read: ReadBlock): string[] {
  return templatesOf(read)
    .filter(({ name, rule }) => rule === undefined && !/^(label|help|default)$/.test(name))
    .flatMap(({ name, references, rich, encoded }) =>
      rich || encoded ? references.map((_, number) => pipedName(name, String(number))) : [name],
    )
}

function compilePlain(text: string, known: (address: string) => boolean, isolated: boolean): Expression {
  const pieces = piecesOf(text)
  const turned = turns(text)
  const parts = pieces.map((piece): Expression => {
    if ('literal' in piece) return piece.literal
    if (!known(piece.address)) return ''
    const reading = readingOf(piece.address)
    return isolated && pieces.length > 1 ? ['isolate', reading, turned] : reading
  })
  if (parts.every((part) => typeof part === 'string')) return parts.join('')
  return ['join', ...parts]
}
