import { createHash } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { devServers, linksOf, loadRenderer } from '#app/http/frontend'
import { mayFrame } from '#app/http/frame_hosts'
import { pageFile } from '#app/http/page_files'
import { permissionsPolicy } from '#app/http/security_headers'
import type { PublishedForm } from '#app/forms/versions'
import { plugins } from '#app/plugins/registry'
import { readBlock } from '#engine/document/reading'
import type { PageAssets, PageData, RenderedPage, Renderer } from '../../../frontend/respondent/view.ts'
import { CODES, MEDIA, operationPart, SECTIONS } from '#app/http/script_parts'

let loaded: Promise<Renderer> | undefined

async function load(): Promise<Renderer> {
  return (await loadRenderer<{ default: Renderer }>()).default
}

/** The bundle that draws public pages. While developing it is asked for each time: its sources change. */
export function renderer(): Promise<Renderer> {
  if (devServers()) return load()
  loaded ??= load()
  return loaded
}

const ENTRY = 'frontend/respondent/browser.tsx'
const OWN_ZONE = 'frontend/respondent/own_zone.ts'

/** Names of the parts of the script that a form's page needs at first. */
export function partsFor(published: Pick<PublishedForm, 'publicForm'>): string[] {
  return [
    ...kindsOf(published),
    ...(hasSections(published) ? [SECTIONS] : []),
    ...(published.publicForm.blocks.some(({ media }) => media) ? [MEDIA] : []),
    ...(asksForCodes(published) ? [CODES] : []),
    ...published.publicForm.plan.uses.map(operationPart),
  ]
}

/** Script and styles of a form's page with all the script needs for it: one wave of requests brings all to fill it in. */
export function assetsFor(published: Pick<PublishedForm, 'publicForm'>): PageAssets {
  if (devServers()) return linksOf('respondent', ENTRY)
  const parts = partsFor(published)
  return { script: pageFile('js', parts), styles: [pageFile('css', parts)] }
}

/** What a page needs that is no form; `timed`, where it tells a time. */
export function plainAssets(timed = false): PageAssets {
  const styles = devServers() ? [] : [pageFile('css', [])]
  return { styles, ...(timed && { ownZone: linksOf('respondent', OWN_ZONE).script }) }
}

function hasSections({ publicForm }: Pick<PublishedForm, 'publicForm'>): boolean {
  return publicForm.blocks.some(({ family }) => family === 'section')
}

function asksForCodes({ publicForm }: Pick<PublishedForm, 'publicForm'>): boolean {
  return publicForm.blocks.some(({ confirms }) => confirms)
}

/** Kinds of a version's blocks, each once. */
function kindsOf(published: Pick<PublishedForm, 'publicForm'>): string[] {
  return [...new Set(published.publicForm.blocks.map((block) => block.kind))]
}

/** What the page of a version needs besides its answers. */
export async function pageData(
  published: Pick<PublishedForm, 'publicForm'>,
  { formId: id, slug }: { formId: string; slug: string },
  page: string,
): Promise<PageData> {
  const { general, appearance, version, sending, blocks, plan } = published.publicForm
  const { language } = general
  const { theme } = appearance
  const texts = await (
    await renderer()
  ).texts(language, kindsOf(published), {
    sections: hasSections(published),
    codes: asksForCodes(published),
  })
  return { form: { language, theme, version, sending, blocks, plan }, id, slug, page, ...texts }
}

/**
 * The policy of a public page: our own script, our own styles and the <style>s of this page, and what the kinds it
 * shows declare. Public pages may stand in frames of other sites; they hold no session.
 */
export function policyFor(
  { styles }: Pick<RenderedPage, 'styles'>,
  published?: Pick<PublishedForm, 'document'>,
  ancestors = '*',
): string {
  const hashes = styles.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  const sources: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", ...hashes],
    'img-src': ["'self'", 'data:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'", ...redirectsOf(published)],
    'frame-ancestors': [ancestors],
  }
  if (app.inDev) {
    // What Vite needs to bring edits to an open page: its socket, and the styles it writes into it.
    sources['connect-src'] = ["'self'", 'ws:']
    sources['style-src'] = ["'self'", "'unsafe-inline'"]
  }
  for (const block of published?.document.blocks ?? []) {
    const { field, layout } = readBlock(block, plugins.registry()).read
    for (const [directive, added] of Object.entries((field ?? layout)?.csp ?? {})) {
      const allowed = directive === 'frame-src' ? added.filter(mayFrame) : added
      sources[directive] = [...new Set([...(sources[directive] ?? ["'self'"]), ...allowed])]
    }
  }
  return Object.entries(sources)
    .map(([directive, list]) => `${directive} ${list.join(' ')}`)
    .join('; ')
}

/** What of the device the page of a version may use: what its kinds ask for, and nothing else. */
export function permissionsFor(published?: Pick<PublishedForm, 'document'>): string {
  return permissionsPolicy(
    (published?.document.blocks ?? []).map((block) => {
      const { field, layout } = readBlock(block, plugins.registry()).read
      return (field ?? layout)?.permissions ?? {}
    }),
  )
}

/** A post may end in a redirect to where an ending leads: browsers hold that against the form's own policy. */
function redirectsOf(published: Pick<PublishedForm, 'document'> | undefined): string[] {
  const origins = (published?.document.blocks ?? []).flatMap((block) => {
    const address = readBlock(block, plugins.registry()).read.layout?.redirect
    const url = address === undefined ? undefined : URL.parse(address)
    return url && /^https?:$/.test(url.protocol) ? [url.origin] : []
  })
  return [...new Set(origins)]
}
