/** The address of the field (or section) that a problem's address leads to, without a part of its answer. */
export function fieldPath(path: string): string {
  const [block = '', item, inner] = path.split('.')
  return inner === undefined ? block : `${block}.${item}.${inner}`
}

/** The block at the address of a field: in an item of a section it stands last. */
export function blockAt(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}
