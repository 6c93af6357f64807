/** A note of a version that is being written: what it was when that began, and what it is to be. */
export interface WrittenNote {
  /** which writing it is: one may be given up and another begun before the first is stored */
  begun: symbol
  was: string
  text: string
}
