/** The parameter of an address that narrows the submissions to those of one version. */
export const VERSION = 'version'

/** Where the submissions of one version of a form are shown. */
export function versionPath(slug: string, version: number): string {
  return `/forms/${slug}/show/submissions?${VERSION}=${version}`
}
