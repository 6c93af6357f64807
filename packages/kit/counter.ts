import type { ControlProps } from './control.ts'
import { useLive } from './input.ts'
import { countCharacters, type Lengths } from './typed_text.ts'

type Counted = ControlProps<Lengths & { counter: boolean }, unknown, string>

/**
 * What stands below a control of text that counts characters, and the id that describes the control by it. The plugin has
 * its texts: `counter.max`, `counter.min`, `limit.max` and `limit.min`.
 */
export function useCounter(
  props: Pick<Counted, 'block' | 'id' | 'raw' | 't'>,
): { id: string; text: string } | undefined {
  const { id, raw = '', t } = props
  const { minLength, maxLength, counter } = props.block.settings
  // Without a script nothing counts: then only the limit is said.
  const live = useLive()
  const limit = maxLength ?? minLength
  if (!counter || limit === undefined) return undefined
  const of = maxLength === undefined ? 'min' : 'max'
  const typed = countCharacters(raw)
  const count = live && of === 'min' ? typed : limit
  const text = t(`${live ? 'counter' : 'limit'}.${of}`, { count, typed, [of]: limit })
  return { id: `${id}-counter`, text }
}
