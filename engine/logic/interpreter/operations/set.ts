/** A set of operations that belong together; see `all.ts`. */
export type OperationSet = 'arithmetic' | 'dates' | 'items' | 'rules' | 'texts'
