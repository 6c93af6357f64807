import type { Editable } from './settings_fields.tsx'

/**
 * What is saved, with what was changed since it was sent, unsaved. What was not is as it was saved: a secret that is stored is
 * not sent once more.
 */
export function withLaterChanges(saved: Editable, sent: Editable, now: Editable): Editable {
  return { ...later(saved, sent, now), settings: later(saved.settings, sent.settings, now.settings) }
}

function later<T extends object>(saved: T, sent: T, now: T): T {
  const before = new Map<string, unknown>(Object.entries(sent))
  const changed = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(before.get(name)) !== JSON.stringify(value),
  )
  const gone = Object.keys(sent).filter((name) => !Object.hasOwn(now, name))
  const next = { ...saved, ...Object.fromEntries(changed) }
  for (const name of gone) Reflect.deleteProperty(next, name)
  return next
}
