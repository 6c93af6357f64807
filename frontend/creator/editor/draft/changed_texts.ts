import type { Json } from '../../../../engine/document/document.ts'
import { isObject } from '../blocks/json.ts'

/** Texts of lists in which two settings differ. */
interface ChangedTexts {
  /** `options.<id>.label` */
  paths: string[]
  /** nothing else differs */
  alone: boolean
}

/** In which texts of lists two settings differ. What is the same object is not looked into. */
export function changedTexts(before: Json | undefined, after: Json | undefined): ChangedTexts {
  const paths: string[] = []
  if (!isObject(before) || !isObject(after)) return { paths, alone: before === after }
  let alone = true
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[name], after[name]]
    if (old === now) continue
    if (!Array.isArray(old) || !Array.isArray(now) || old.length !== now.length) alone = false
    else {
      for (const [index, item] of now.entries()) {
        const texts = old[index] === item ? [] : textsOf(old[index], item)
        if (texts) paths.push(...texts.map((path) => `${name}.${path}`))
        else alone = false
      }
    }
  }
  return { paths, alone }
}

/** The texts in which two versions of an item differ; undefined when they differ in more. */
function textsOf(old: Json | undefined, now: Json): string[] | undefined {
  if (!isObject(old) || !isObject(now) || typeof now.id !== 'string' || old.id !== now.id) return undefined
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (name) => old[name] !== now[name],
  )
  if (names.some((name) => typeof old[name] !== 'string' || typeof now[name] !== 'string')) return undefined
  return names.map((name) => `${String(now.id)}.${name}`)
}
