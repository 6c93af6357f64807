import type { DraftOp } from '#api_types/drafts'
import { canonicalJson } from '#app/forms/canonical'
import type { DraftRow } from '#app/forms/draft'

/** A change, by its place in the PATCH, that was not made because the block had moved on; with the block as it is. */
export interface Refusal {
  index: number
  current: DraftRow | null
}

export interface Judgement {
  /** blocks whose change was made, or was there already */
  applied: string[]
  refused: Refusal[]
  /** rows to write, by block */
  changed: Map<string, DraftRow>
}

/**
 * Decides, change by change, what a PATCH does to the draft (docs/decisions.md: Rows by block). Changes of blocks
 * that nobody touched since `base` are made; others are refused with the block as it is now. A change that is there
 * already counts as made, so that a repeat after a lost reply is harmless. Changes of one block within a PATCH build
 * on each other.
 */
export function judgeChanges(
  ops: readonly DraftOp[],
  base: number,
  rows: ReadonlyMap<string, DraftRow>,
  revision: number,
): Judgement {
  const applied = new Set<string>()
  const refused: Refusal[] = []
  const changed = new Map<string, DraftRow>()
  for (const [index, op] of ops.entries()) {
    const row = changed.get(op.block_id) ?? rows.get(op.block_id)
    if (isDone(op, row)) {
      applied.add(op.block_id)
      continue
    }
    const movedOn = row !== undefined && row.revision !== revision && row.revision > (op.base ?? base)
    const next = movedOn ? undefined : after(op, row, revision)
    if (next) {
      changed.set(op.block_id, next)
      applied.add(op.block_id)
    } else {
      refused.push({ index, current: row && row.content !== null ? row : null })
    }
  }
  return { applied: [...applied], refused, changed }
}

function isDone(op: DraftOp, row: DraftRow | undefined): boolean {
  if (op.op === 'remove') return row === undefined || row.content === null
  if (!row || row.content === null || row.position !== op.position) return false
  if (row.parent !== (op.parent ?? null)) return false
  if (op.op === 'move') return true
  return row.kind === op.kind && canonicalJson(row.content) === canonicalJson(op.content)
}

/** The row a change leaves behind; undefined when there is nothing it could change. */
function after(op: DraftOp, row: DraftRow | undefined, revision: number): DraftRow | undefined {
  if (op.op === 'put') {
    const { block_id, kind, position, content } = op
    return { block_id, kind, revision, parent: op.parent ?? null, position, content }
  }
  if (!row || row.content === null) return undefined
  if (op.op === 'remove') return { ...row, content: null, revision }
  return { ...row, parent: op.parent ?? null, position: op.position, revision }
}
