interface Typed<T> {
  about(settings: never): T
}
interface Erased<T> {
  about(settings: unknown): T
}

/**
 * Asks a plugin something about settings that its own schema made. At the registry the types of settings are forgotten
 * (methods compare in both directions, functions do not: hence the two shapes).
 */
export function ask<T>(question: (settings: never) => T, settings: unknown): T {
  const typed: Typed<T> = { about: question }
  const erased: Erased<T> = typed
  return erased.about(settings)
}
