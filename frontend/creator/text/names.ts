/** What a chip says: the label of the field it stands for, and its key. */
export interface ChipName {
  label: string
  key: string
}

/** How references of a text are called, and what typed keys stand for. */
export interface Names {
  /** undefined when the block or its part is gone */
  nameOf(address: string): ChipName | undefined
  /** the block of a key; undefined where there is none, or it has no such part (`''` is the answer itself) */
  idOf(key: string, part: string): string | undefined
  /** of a field that stands in all items of a section, with its part, by keys: its address in the section */
  addressIn(section: string, key: string): string | undefined
}
