/** Served by `pluginsForVite` (scripts/plugins_for_vite.ts) to the creator app. */
declare module 'virtual:plugins' {
  export const fields: Readonly<Record<string, import('./found.ts').CreatorField>>
  export const layouts: Readonly<Record<string, import('./found.ts').CreatorLayout>>
  export const integrations: Readonly<Record<string, import('./found.ts').CreatorIntegration>>
  export const services: Readonly<Record<string, import('./found.ts').CreatorService>>
}

/**
 * Served by `pluginsForVite` to the public page, in its browser and its server bundle. Each kind is one chunk; its key in
 * the build's manifest is `virtual:plugins/respond/fields/<kind>` or `virtual:plugins/respond/layout/<kind>`.
 */
declare module 'virtual:plugins/respond' {
  export const kinds: Readonly<
    Record<string, () => Promise<import('./found.ts').RespondField | import('./found.ts').RespondLayout>>
  >
}
