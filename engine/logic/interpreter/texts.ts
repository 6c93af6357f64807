/** What is read from right to left, or tells the reader which way to read. */
const TURNS = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/

/** Whether a text has anything to do with reading from right to left. */
export function turns(text: string): boolean {
  return TURNS.test(text)
}
