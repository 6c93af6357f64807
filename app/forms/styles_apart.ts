import { LRUCache } from 'lru-cache'
import { groundOf } from '#app/forms/own_colours'
import type { OwnStyles } from '#app/forms/own_styles'
import { withoutMotion } from '#app/forms/still_styles'
import { Apart } from '#app/http/apart'
import { whoseWork } from '#app/http/whose_work'
import { busy, inLine } from '#app/http/load_shedding'
import type { PublicLook } from '#engine/plan/public_form'

/** So many wait for the thread on behalf of one workspace, for so many milliseconds. */
const LINE = { most: 100, ms: 10_000 }

const NONE: OwnStyles = { css: '', leftOut: [], colours: [] }

/** What was read, up to about 16 MB. Who asks for the same meanwhile waits for the same. */
const styleCache = new LRUCache<string, OwnStyles>({
  maxSize: 16 * 1024 * 1024,
  maxEntrySize: 4 * 1024 * 1024,
  sizeCalculation: (styles, source) => source.length + JSON.stringify(styles).length + 100,
  ignoreFetchAbort: true,
  fetchMethod: (source) =>
    inLine(
      [
        { of: `styles of ${whoseWork()}`, most: 1 },
        { of: 'styles', most: 1 },
      ],
      LINE,
      () => readApart(source),
    ),
})

const reader = new Apart<string, OwnStyles>(new URL('./styles_thread.ts', import.meta.url), {
  longest: 20_000,
  megabytes: 256,
})

/** Has the thread read something. 503 where it ends before. */
async function readApart(source: string): Promise<OwnStyles> {
  const styles = await reader.ask(source)
  if (!styles) throw busy()
  return styles
}

/** A creator's CSS as the page may carry it (`own_styles.ts`), read in a thread of its own. */
export async function ownStylesApart(source: string): Promise<OwnStyles> {
  if (source.trim() === '') return NONE
  return styleCache.get(source) ?? (await styleCache.forceFetch(source))
}

/** A look with the styles that a creator's CSS makes of it. */
export async function withOwnStyles(look: PublicLook, source = ''): Promise<PublicLook> {
  const { css, colours } = await ownStylesApart(source)
  if (css === '') return look
  const styles = withoutMotion(css)
  const ground = groundOf(colours)
  return ground === undefined ? { ...look, styles } : { ...look, styles, ground }
}
