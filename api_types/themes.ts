import type { Look } from '../engine/document/document.ts'

/** A look that a workspace keeps by name, to be taken over by its forms. */
export interface Theme {
  /** names it in paths */
  id: string
  /** what its workspace calls it */
  name: string
  /** its colors and measures */
  look: Look
}
