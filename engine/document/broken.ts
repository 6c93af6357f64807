/**
 * What a page says instead of an answer where the control of a question fails and no plain input can stand in for it
 * (docs/decisions.md: Questions that cannot be shown). Every kind but those a person can write answers for takes it.
 */
export const BROKEN = '$broken'
