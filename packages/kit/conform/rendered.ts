import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer, type ViteDevServer } from 'vite'
import type { FormEntries } from '../answer.ts'
import type { PluginTexts } from '../found.ts'
import { piped } from '../rich/resolve.ts'
import type { RichText } from '../rich/tree.ts'

/** A tag of rendered HTML with its attributes. */
export interface Tag {
  name: string
  attributes: Readonly<Record<string, string>>
  text: string
}

/** By its name: in this repository it is a source, in the packed kit it is compiled. */
const RICH_TEXT = fileURLToPath(import.meta.resolve('@formwright/kit/rich/rich_text'))

let vite: Promise<ViteDevServer> | undefined

/** A component and what draws it: `.tsx` only ever runs through Vite. Closed by `closeRenderer`. */
async function renderer(): Promise<ViteDevServer> {
  vite ??= createServer({
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic' } },
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  })
  return vite
}

/** Ends what `renderedHtml` began. */
export async function closeRenderer(): Promise<void> {
  await (await vite)?.close()
  vite = undefined
}

/**
 * The HTML of the component that a file exports, as the server makes it, with the texts of one language. Rejects when it
 * asks for one that is not there: respondents would read the key.
 */
export async function renderedHtml(
  file: string,
  props: object,
  texts: PluginTexts,
  language = 'en',
): Promise<string> {
  const server = await renderer()
  const component = (await server.ssrLoadModule(file)).default
  const { createElement } = await import('react')
  const { renderToStaticMarkup } = await import('react-dom/server')
  const plural = new Intl.PluralRules(language)
  const t = (key: string, params: Record<string, string | number> = {}): string => {
    const form = typeof params.count === 'number' ? plural.select(params.count) : ''
    const text = texts[`${key}_${form}`] ?? texts[`${key}_other`] ?? texts[key]
    if (text === undefined)
      throw new Error(`${basename(file)} asks for the text “${key}”, and texts/${language}.json has none.`)
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole))
  }
  const Text = ({ value, as = 'span' }: { value: string; as?: string }) => createElement(as, null, value)
  const { default: View } = await server.ssrLoadModule(RICH_TEXT)
  const Rich = ({ path, text, texts }: { path: string; text: RichText; texts: PluginTexts }) =>
    createElement(View, { text, resolve: piped(texts, path) })
  return renderToStaticMarkup(createElement(component, { t, Text, Rich, set: () => undefined, ...props }))
}

/** Every tag of the HTML, in order. Enough of a parser for what React writes. */
export function tagsOf(html: string): Tag[] {
  return [...html.matchAll(/<([a-z][a-z0-9]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>([^<]*)/g)].map(
    (match) => {
      const attributes = [...(match[2] ?? '').matchAll(/([^\s=]+)(?:="([^"]*)")?/g)]
      return {
        name: match[1] ?? '',
        attributes: Object.fromEntries(attributes.map(([, name, value]) => [name, unescaped(value ?? '')])),
        text: unescaped(match[3] ?? ''),
      }
    },
  )
}

/** What a browser would post of one field: the entries of all controls whose name is `name` or begins with `name.`. */
export function entriesOf(html: string, name: string): FormEntries {
  const entries: Record<string, string[]> = {}
  const add = (control: string | undefined, value: string): void => {
    if (control !== name && !control?.startsWith(`${name}.`)) return
    const part = control.slice(name.length + 1)
    entries[part] = [...(entries[part] ?? []), value]
  }
  let select: { name: string | undefined; options: { value: string; selected: boolean }[] } | undefined
  const closeSelect = (): void => {
    const chosen = select?.options.find(({ selected }) => selected) ?? select?.options[0]
    if (chosen) add(select?.name, chosen.value)
    select = undefined
  }
  for (const { name: tag, attributes, text } of tagsOf(html)) {
    if (tag === 'option' && select) {
      select.options.push({ value: attributes.value ?? text, selected: 'selected' in attributes })
      continue
    }
    closeSelect()
    if ('disabled' in attributes) continue
    if (tag === 'select') select = { name: attributes.name, options: [] }
    // HTML drops a newline right after the tag.
    if (tag === 'textarea') add(attributes.name, text.replace(/^\n/, ''))
    if (tag !== 'input' || ['file', 'submit', 'button', 'image'].includes(attributes.type ?? '')) continue
    const isTick = attributes.type === 'checkbox' || attributes.type === 'radio'
    if (!isTick || 'checked' in attributes) add(attributes.name, attributes.value ?? (isTick ? 'on' : ''))
  }
  closeSelect()
  return entries
}

function unescaped(text: string): string {
  return text
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
