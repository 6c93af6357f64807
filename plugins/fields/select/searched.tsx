import { Chips } from './chips.tsx'
import { Combobox } from './combobox.tsx'
import type { SearchedProps } from './search.tsx'

/** One or several of many options, found by what one types. Loaded once a dropdown of so many is seen. */
export function Searched(props: SearchedProps) {
  return props.block.settings.multiple ? <Chips {...props} /> : <Combobox {...props} />
}
