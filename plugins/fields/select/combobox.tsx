import { useMemo } from 'react'
import { SearchBox, type SearchedProps, useLines } from './search.tsx'

/** One of many options, searched. */
export function Combobox(props: SearchedProps) {
  const { name, raw, set } = props
  const lines = useLines(props)
  const chosen = raw?.options[0] ?? ''
  const said = useMemo(() => lines.find((line) => line.id === chosen)?.label ?? '', [lines, chosen])
  const choose = (options: string[], other = raw?.other ?? '') => set({ options, other })
  return (
    <>
      <input type="hidden" name={name} value={chosen} />
      <SearchBox
        {...props}
        lines={lines}
        said={said}
        isChosen={(id) => id === chosen}
        choose={({ id }) => choose([id])}
        write={props.block.settings.other ? (text) => choose(['other'], text) : undefined}
        emptied={() => choose([])}
      />
    </>
  )
}
