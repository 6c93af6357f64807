import type { Look } from '../engine/document/document.ts'

/** A look that a workspace keeps by name, to be taken over by its forms. */
export interface Theme {
  id: string
  name: string
  look: Look
}
