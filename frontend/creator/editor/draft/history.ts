import type { Op } from './row.ts'

/** How many steps can be undone. */
const STEPS = 30
/** Changes of the same text closer than this are one step. */
const GROUP_MS = 300

export interface Step {
  /** what undoes (or redoes) it */
  ops: readonly Op[]
  /** how often each touched row had been changed by others when the step was made */
  foreign: ReadonlyMap<string, number>
  tag: string | undefined
  at: number
}

/** The two stacks of undo and redo. Knows nothing of rows: it keeps lists of operations. */
export class History {
  #undo: Step[] = []
  #redo: Step[] = []

  get canUndo(): boolean {
    return this.#undo.length > 0
  }
  get canRedo(): boolean {
    return this.#redo.length > 0
  }

  /** The step that would be undone next. */
  get newest(): Step | undefined {
    return this.#undo.at(-1)
  }

  /** The step that would be made again next. */
  get next(): Step | undefined {
    return this.#redo.at(-1)
  }

  /** Keeps a step; typing in one text (same tag, within 300 ms) stays one step with the oldest inverse. */
  record(step: Step): void {
    this.#redo = []
    const last = this.#undo.at(-1)
    if (last && step.tag !== undefined && last.tag === step.tag && step.at - last.at <= GROUP_MS) {
      this.#undo[this.#undo.length - 1] = { ...last, at: step.at }
      return
    }
    this.#undo = [...this.#undo, step].slice(-STEPS)
  }

  /** Takes the newest step to undo. */
  takeUndo(): Step | undefined {
    return this.#undo.pop()
  }

  /** Takes the newest step to redo. */
  takeRedo(): Step | undefined {
    return this.#redo.pop()
  }

  /** Keeps what redoes a step that was just undone. */
  undone(step: Step): void {
    this.#redo.push({ ...step, tag: undefined })
  }

  /** Keeps what undoes a step that was just redone. */
  redone(step: Step): void {
    this.#undo.push({ ...step, tag: undefined })
  }
}
