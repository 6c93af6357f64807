/** A set of operations that belong together (see `all.ts`); `settings` has none and fills answers into settings. */
export type OperationSet = 'arithmetic' | 'dates' | 'items' | 'rules' | 'settings' | 'texts'
