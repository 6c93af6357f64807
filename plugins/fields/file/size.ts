import type { Translate } from '@formwright/kit/control'
import { byteSize } from '@formwright/kit/size'

/** A number of bytes as people read it, in the language of the form. */
export function sizeText(bytes: number, t: Translate): string {
  const [size, unit] = byteSize(bytes)
  return t(`size.${unit}`, { size })
}
