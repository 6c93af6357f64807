const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** The order of names that people give: numbers in them by their size, capitals and accents aside. */
export const byName = (one: string, other: string): number => collator.compare(one, other)
