export const PARTS = ['country', 'street', 'line2', 'city', 'region', 'postcode'] as const
export type PartName = (typeof PARTS)[number]
/** What is empty is absent. The country is its ISO code. */
export type Answer = Readonly<Partial<Record<PartName, string>>>
