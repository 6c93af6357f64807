import type { PublishedForm } from '#app/forms/versions'
import env from '#start/env'
import type { LinkPreview } from '../../../frontend/respondent/view.ts'

/** Services that show links draw no vectors. */
const UNDRAWN = 'image/svg+xml'

/**
 * What services that show links are told of a form. Addresses are in `APP_URL` as operators set it: without one nobody
 * knows under which name this server is reached, and there are none.
 */
export function linkPreview(
  { publicForm }: Pick<PublishedForm, 'publicForm'>,
  slug: string,
  base = env.get('APP_URL', ''),
): LinkPreview {
  if (base === '') return {}
  const url = new URL(`/forms/${slug}`, base).href
  const { cover } = publicForm.appearance
  if (!cover || !('picture' in cover) || cover.picture.type === UNDRAWN) return { url }
  const { src, width, height } = cover.picture
  return { url, image: { src: new URL(src, base).href, ...(width && height && { size: { width, height } }) } }
}
