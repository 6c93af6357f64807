/** The address of the field (or section) that a problem's address leads to, without a part of its answer. */
export function fieldPath(path: string): string {
  const [block = '', item, inner] = path.split('.')
  return inner === undefined ? block : `${block}.${item}.${inner}`
}
