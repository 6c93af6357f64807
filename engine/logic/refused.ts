/** Where a formula or condition is wrong, and how. */
export interface LogicProblem {
  code:
    'syntax' | 'type' | 'unknown-reference' | 'too-large' | 'unsafe-pattern' | 'unfinished' | 'never-holds'
  /** absent: an error */
  severity?: 'warning'
  /** offset in the stored formula */
  at?: number
  /** path into a condition, `all.0.right` */
  path?: string
  message: string
}

/** Ends reading a formula at its first problem; never leaves this folder. */
export class FormulaError extends Error {
  readonly problem: LogicProblem

  constructor(code: LogicProblem['code'], at: number, message: string) {
    super(message)
    this.problem = { code, at, message }
  }
}
