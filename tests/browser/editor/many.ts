import type { GivenBlock } from './desk.ts'

const KINDS: readonly Omit<GivenBlock, 'id'>[] = [
  { kind: 'text' },
  { kind: 'select', settings: { multiple: true } },
  { kind: 'number' },
  { kind: 'select', settings: { appearance: 'dropdown' } },
  { kind: 'file' },
]

/** The id of one of many blocks. */
export function blockId(index: number): string {
  return `block${String(index).padStart(6, '0')}`
}

/** Fields of all sorts, every fifth with a rule on the one before. */
export function manyBlocks(count: number): GivenBlock[] {
  return Array.from({ length: count }, (_, index) => {
    const kind = KINDS[index % KINDS.length] ?? { kind: 'text' }
    const when = { left: { field: blockId(index - 1) }, op: 'is-not-empty' }
    const rules = index % KINDS.length === 4 && [{ when, do: 'require' }]
    const texts = { key: `key_${index}`, label: `Question ${index}` }
    return { ...kind, id: blockId(index), ...texts, ...(rules && { rules }) }
  })
}

/** A choice with many options between two other fields. */
export function manyOptions(count: number): GivenBlock[] {
  const options = Array.from({ length: count }, (_, index) => ({ id: `o${index}`, label: `Option ${index}` }))
  return [
    { id: 'name01', kind: 'text', key: 'name', label: 'Name' },
    { id: 'choice', kind: 'select', key: 'choice', label: 'Choice', settings: { options, multiple: true } },
    { id: 'last01', kind: 'text', key: 'last', label: 'Last' },
  ]
}
