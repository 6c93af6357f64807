/** A note of a version that is being written: what it was when that began, and what it is to be. */
export interface WrittenNote {
  was: string
  text: string
}
