/** A row as far as its place in the document is concerned. */
interface PlacedRow {
  kind: string
  parent: string | null
  position: string
}

/**
 * Rows of blocks in the order of the document, each with the section that it stands in: the top level by position, and
 * directly behind a section its own rows by theirs. A row whose parent is gone, is no section, or stands in a section
 * itself stands at the top level: nothing is lost when two people edit.
 */
export function inDocumentOrder<Row extends PlacedRow>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  isSection: (kind: string) => boolean,
): { row: Row; parent: string | undefined }[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]))
  const sectionNamed = ({ parent }: Row): Row | undefined => {
    const named = parent === null ? undefined : byId.get(parent)
    return named !== undefined && isSection(named.kind) ? named : undefined
  }
  const top: Row[] = []
  const inside = new Map<Row, Row[]>()
  for (const row of rows) {
    const section = sectionNamed(row)
    if (section === undefined || sectionNamed(section) !== undefined) top.push(row)
    else if (!inside.get(section)?.push(row)) inside.set(section, [row])
  }
  const byPosition = (a: Row, b: Row) => compare(a.position, b.position) || compare(idOf(a), idOf(b))
  return top
    .sort(byPosition)
    .flatMap((row) => [
      { row, parent: undefined },
      ...(inside.get(row) ?? []).sort(byPosition).map((own) => ({ row: own, parent: idOf(row) })),
    ])
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
