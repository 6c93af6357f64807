/** Types that browsers can write. */
const WRITTEN = ['image/jpeg', 'image/png', 'image/webp']

export interface Written {
  name: string
  type: string
}

/** What a part of this picture becomes: of its own type, where that can be written and is taken. */
export function writtenAs(file: Written, takes: (written: Written) => boolean): Written | undefined {
  if (/^image\/(gif|svg)/.test(file.type)) return undefined
  const types = WRITTEN.includes(file.type) ? [file.type] : file.type.startsWith('image/') ? WRITTEN : []
  return types.map((type) => ({ type, name: named(file, type) })).find(takes)
}

/** A name keeps its ending unless the type is another one. */
function named({ name, type: before }: Written, type: string): string {
  return type === before
    ? name
    : name.replace(/(\.[^.]*)?$/, type === 'image/jpeg' ? '.jpg' : `.${type.slice(6)}`)
}
