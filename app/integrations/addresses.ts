import env from '#start/env'

/**
 * Where people find a form and a submission of it, as links: in `APP_URL` as operators set it. Without one nobody knows
 * under which name this server is reached, and there are none.
 */
export function addressesOf(
  slug: string,
  submissionId: string,
  base = env.get('APP_URL', ''),
): { form: { url?: string }; submission: { url?: string } } {
  if (base === '') return { form: {}, submission: {} }
  const form = new URL(`/forms/${encodeURIComponent(slug)}`, base).href
  const submission = `${form}/show/submissions?submission=${encodeURIComponent(submissionId)}`
  return { form: { url: form }, submission: { url: submission } }
}
