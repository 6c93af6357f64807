/**
 * So many combining marks in a row stand in no script: Unicode's own bound is 30 (https://unicode.org/reports/tr15/, Stream-Safe
 * Text). Whatever puts marks in their order, as `normalize` does, takes time that grows with the square of their number.
 */
const MANY = 100

const ONLY_MARKS = /^[\p{M}\p{Cs}]+$/u

/** Whether so many combining marks follow each other somewhere: of up to 99 never, of 199 always, between by where they stand. */
export function hasMarksInARow(text: string): boolean {
  for (let at = 0; at + MANY <= text.length; at += MANY)
    if (ONLY_MARKS.test(text.slice(at, at + MANY))) return true
  return false
}

/** A text in which that is so without the marks beyond a hundred; every other as it is. */
export function withFewMarks(text: string): string {
  return hasMarksInARow(text) ? text.replace(/\p{M}+/gu, (marks) => marks.slice(0, MANY)) : text
}
