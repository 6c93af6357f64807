import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { UNTITLED } from '../../engine/document/document.ts'
import { Cover, coverRules, Logo } from './cover.tsx'
import { endingRules } from './ending_rules.ts'
import { FormPage } from './form_page.tsx'
import { type Kinds, loadKind, loadKinds } from './kinds.ts'
import { base, coreTexts, direction, languages, textsIn } from './languages.ts'
import bannerRules from './preview_banner.css?inline'
import wrongRules from './wrong_page.css?inline'
import * as codes from './code_step.tsx'
import * as media from './media.tsx'
import * as sections from './section.tsx'
import { drawEnding, endingTitle, remarks } from './live/remarks.ts'
import { PlainText, Rich } from './plain_text.tsx'
import { faultOf, standIn } from './stand_in.ts'
import { StatePage } from './state_page.tsx'
import { stateRules } from './state_rules.ts'
import { problemText } from './problem_text.ts'
import { themeStyle } from './theme.ts'
import { lookRules } from './theme_rules.ts'
import { type Texts, translator } from './translate.ts'
import type {
  FormView,
  LinkPreview,
  PageAssets,
  PlainLook,
  RenderedPage,
  Renderer,
  SentView,
} from './view.ts'
import { Visit } from './visit.ts'
import { ledToControls } from './wrong_links.ts'

/** Stands where the key of a visit will be: nobody can write it into a form's text. */
const KEY = crypto.randomUUID()

const form: Renderer['form'] = async (view) => {
  const faults: Fault[] = []
  const kinds = await usableKinds(
    view.data.form.blocks.map((block) => block.kind),
    (kind, error) => faults.push({ kind, error }),
  )
  const { stopped = {} } = view
  const plainly = view.data.form.blocks.filter((block) => block.unasked || block.kind in stopped)
  const broken: Record<string, string> = Object.fromEntries(
    plainly.map(({ id, kind }) => [id, kind in stopped ? faultOf(view.data, kind, stopped[kind]) : '']),
  )
  for (;;) {
    const data = faults.length > 0 || plainly.length > 0 ? { ...view.data, broken } : view.data
    const visit = visitOf({ ...view, data }, kinds)
    try {
      return { ...drawForm({ ...view, data }, visit), faults }
    } catch (error) {
      // the plugin that was being drawn; it is drawn plainly the next time
      const { drawing } = visit
      if (!drawing || drawing.id in broken) throw error
      broken[drawing.id] = faultOf(data, drawing.kind, error)
      faults.push({ kind: drawing.kind, error })
    }
  }
}

type Fault = NonNullable<RenderedPage['faults']>[number]

/** The kinds named; one that cannot be loaded is not among them, and `failed` is told. */
function usableKinds(
  names: Iterable<string>,
  failed?: (kind: string, error: unknown) => void,
): Promise<Kinds> {
  return loadKinds(names, (name) =>
    loadKind(name)?.catch((error: unknown) => {
      failed?.(name, error)
      return undefined
    }),
  )
}

function visitOf(view: FormView, kinds: Kinds): Visit {
  const { data } = view
  const visit = new Visit(data, kinds, view.response, {
    page: data.page,
    flagged: new Set(),
    notice: view.notice,
    focus: view.focus === undefined ? undefined : { on: view.focus },
    phase: 'filling',
  })
  visit.locale = view.locale
  visit.standIn = standIn
  visit.remarks = remarks
  remarks.tell(visit, view.problems)
  if (data.form.blocks.some(({ family }) => family === 'section')) visit.sections = sections
  visit.media = media
  visit.codes = codes
  return visit
}

function drawForm(view: FormView, visit: Visit): RenderedPage {
  const { data } = view
  const { general, appearance } = view.look
  const takesFiles = view.takesFiles
  const wrong = data.shown?.problems !== undefined
  // A page without a title of its own goes by that of the form.
  const untitled =
    view.focus === 'page' &&
    !view.response.text(data.page, visit.blocks.get(data.page)?.page?.title ?? '').trim()
  const key = <input type="hidden" form={takesFiles ? undefined : 'form'} name="_key" value={KEY} />
  const drawn = page(
    { ...general, appearance, assets: view.assets, link: view.link },
    <>
      {view.banner && <PreviewBanner t={visit.t} />}
      <Cover cover={appearance.cover} />
      <main>
        <Logo logo={appearance.logo} />
        <header>
          <Heading title={general.title} focus={untitled} />
          <Description visit={visit} text={general.description} />
        </header>
        <form
          id="form"
          method="post"
          action={view.action}
          encType={takesFiles ? 'multipart/form-data' : undefined}
          noValidate
        >
          {/* Before any file: what is refused must be refused before it is read. */}
          <input type="hidden" name="_version" value={data.form.version} />
          <input type="hidden" name="_page" value={data.page} />
          {view.carried !== undefined && <input type="hidden" name="_carried" value={view.carried} />}
          {takesFiles && key}
          <div id="page" tabIndex={-1} autoFocus={untitled && !general.title.trim()}>
            <FormPage visit={visit} />
          </div>
        </form>
      </main>
      {/* eslint-disable-next-line no-restricted-syntax -- JSON for our own script, made safe by json() */}
      <script type="application/json" id="data" dangerouslySetInnerHTML={{ __html: json(data) }} />
      {!takesFiles && key}
    </>,
    (wrong ? wrongRules : '') + (view.banner ? bannerRules : ''),
  )
  return wrong ? { ...drawn, head: ledToControls(drawn.head), tail: ledToControls(drawn.tail) } : drawn
}

const ending: Renderer['ending'] = async (view) => {
  const { kind } = view.ending.block ?? {}
  const faults: Fault[] = []
  const kinds = await usableKinds(kind === undefined ? [] : [kind], (kind, error) =>
    faults.push({ kind, error }),
  )
  try {
    return { ...drawSent(view, kinds, faults), faults }
  } catch (error) {
    // the form was sent, so that something says so
    if (kind === undefined || !kinds.layouts.has(kind)) throw error
    faults.push({ kind, error })
    return { ...drawSent(view, await usableKinds([]), faults), faults }
  }
}

/** The page after sending; of what is broken creators are told under the built-in ending. */
function drawSent(view: SentView, kinds: Kinds, faults: readonly Fault[]): RenderedPage {
  const kind = view.ending.block?.kind ?? ''
  const t = translator(
    view.language,
    view.language,
    textsOf(kinds, kind, view.language),
    coreTexts(view.language),
  )
  return page(
    { ...view, name: endingTitle(view.ending, t, nameOf(view)) },
    <>
      {view.banner && <PreviewBanner t={t} />}
      <Cover cover={view.appearance.cover} />
      <main>
        <Logo logo={view.appearance.logo} />
        <header>
          <Heading title={view.title} />
        </header>
        {drawEnding(createElement, view.ending, {
          Layout: kinds.layouts.get(kind)?.Layout,
          t,
          Text: PlainText,
          Rich,
        })}
        {faults.map(({ kind, error }) => {
          const words = faultOf(view, kind, error)
          return words && <p key={kind}>{words}</p>
        })}
      </main>
    </>,
    (view.banner ? bannerRules : '') + endingRules(view.appearance),
  )
}

const state: Renderer['state'] = async (view) => {
  const t = translator(view.language, view.language, coreTexts(view.language))
  return page(
    // one that is called nothing says what the matter is
    { ...view, ...(view.title.trim() === '' && { name: t(`${view.state}.title`) }) },
    <>
      {view.banner && <PreviewBanner t={t} />}
      <StatePage view={view} t={t} />
    </>,
    (view.banner ? bannerRules : '') + stateRules(view.appearance),
  )
}

/** Texts of codes, and of what is wrong with them. */
const OF_CODES = /^code\.|\.code-/

const texts: Renderer['texts'] = async (language, names, { sections, codes }) => {
  // what could not be loaded is reported where it is drawn
  const kinds = await usableKinds(names)
  const core = Object.entries(coreTexts(language))
  return {
    texts: Object.fromEntries(
      core.filter(([key]) => (sections || !key.startsWith('section.')) && (codes || !OF_CODES.test(key))),
    ),
    kindTexts: Object.fromEntries(names.map((name) => [name, textsOf(kinds, name, language)])),
  }
}

const problems: Renderer['problems'] = async (asked, other, told) => {
  const language = asked.find((one) => languages.includes(base(one))) ?? other
  const kinds = await usableKinds(told.map(({ kind }) => kind))
  const core = coreTexts(language)
  const known = new Map<string, Visit['t']>()
  // thousands of answers may be wrong
  const translate = (kind: string) => {
    const t = known.get(kind) ?? translator(language, language, textsOf(kinds, kind, language), core)
    known.set(kind, t)
    return t
  }
  return told.map(({ kind, problem }) => problemText(problem, translate(kind)))
}

function textsOf(kinds: Kinds, name: string, language: string): Texts {
  return textsIn(language, kinds.fields.get(name)?.texts ?? kinds.layouts.get(name)?.texts ?? {})
}

/** The renderer of public pages, as the server loads it. */
export default { languages, form, ending, state, texts, problems } satisfies Renderer

/** Stays over a preview that stands by itself, whatever is done on it. */
function PreviewBanner({ t }: { t: Visit['t'] }) {
  return <aside className="preview">{t('notice.preview')}</aside>
}

/** A form without a title begins with what it asks. */
function Heading({ title, focus }: { title: string; focus?: boolean }) {
  if (title.trim() === '') return null
  return (
    <h1 tabIndex={focus ? -1 : undefined} autoFocus={focus}>
      {title}
    </h1>
  )
}

/** What the form says of itself, and what the stars of its questions mean. */
function Description({ visit: { data, t }, text }: { visit: Visit; text: string | undefined }) {
  const explained = data.form.plan.blocks.some(({ required }) => required)
  if (!text && !explained) return null
  return (
    <p className="description">
      {text}
      {explained && <span className="explained">{t('required.explained')}</span>}
    </p>
  )
}

const nameOf = ({ title }: PlainLook) => title.trim() || UNTITLED

/** `name` is what the document is called, if not as the form; `more` are rules of such a page besides those of its look. */
function page(look: PlainLook & { name?: string }, body: ReactNode, more: string): RenderedPage {
  const { appearance, assets, language } = look
  const name = look.name ?? nameOf(look)
  const ofLook = themeStyle(appearance) + lookRules(appearance) + coverRules(appearance)
  const own = appearance.styles
  const styles = [ofLook, more, own ?? ''].filter((style) => style !== '')
  // on the form too, which is `html[dir=rtl]` to a creator's CSS
  const written = { lang: language, dir: direction(language) }
  const html = renderToString(
    <html {...written}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{name}</title>
        <meta name="description" content={look.description || name} />
        {look.link && <OpenGraph link={look.link} title={name} description={look.description} />}
        <link rel="icon" href="data:," />
        <Assets assets={assets} />
        {styles.map((style) => (
          // eslint-disable-next-line no-restricted-syntax -- computed colours, rules of ours, and CSS that the server made harmless; allowed by their hash
          <style key={style} dangerouslySetInnerHTML={{ __html: style }} />
        ))}
      </head>
      <body {...(own !== undefined && { className: 'fw-form', ...written })}>{body}</body>
    </html>,
  )
  const [head = '', ...rest] = `<!doctype html>${html}`.split(KEY)
  return { head, tail: rest.join(KEY), styles }
}

/** What services that show links read (https://ogp.me). */
function OpenGraph(props: { link: LinkPreview; title: string; description: string | undefined }) {
  const { url, image } = props.link
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:title" content={props.title} />
      {props.description && <meta property="og:description" content={props.description} />}
      {url && <meta property="og:url" content={url} />}
      {image && <meta property="og:image" content={image.src} />}
      {image?.size && (
        <>
          <meta property="og:image:width" content={String(image.size.width)} />
          <meta property="og:image:height" content={String(image.size.height)} />
        </>
      )}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
    </>
  )
}

function Assets({ assets }: { assets: PageAssets }) {
  return (
    <>
      {assets.styles.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      {assets.script && <script type="module" src={assets.script} />}
      {/* no time is read first in one zone, then in another */}
      {assets.ownZone && <script type="module" src={assets.ownZone} blocking="render" />}
    </>
  )
}

/** JSON that may stand in a <script>: no `<` can end it. */
function json(data: FormView['data']): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
