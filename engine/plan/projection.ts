import type { BoundLayout } from '../bound/bound_layout.ts'
import { isEmptyRichText, isRichText, withNumberedReferences } from '@formwright/kit/rich/tree'
import { type BlockText, textIn, withTextIn } from '@formwright/kit/block_text'
import type { BrowserPlan } from './plan.ts'
import { textNames } from './texts.ts'
import type { Registry } from '../registry.ts'
import { finish, type Steps } from '../steps.ts'
import type { FormDocument } from '../document/document.ts'
import { liftSteps } from '../document/lift.ts'
import type { PublicBlock, PublicForm } from './public_form.ts'
import { only, readBlock, type ReadBlock } from '../document/reading.ts'
import { BROKEN } from '../document/broken.ts'

/**
 * What a respondent's browser may know of a form. An allow-list: every part is named here, and of settings only those
 * the plugin calls public.
 */
export function project(
  document: FormDocument,
  version: number,
  plan: BrowserPlan,
  registry: Registry,
): PublicForm {
  return finish(projectSteps(document, version, plan, registry))
}

/** The same in steps. */
export function* projectSteps(
  document: FormDocument,
  version: number,
  plan: BrowserPlan,
  registry: Registry,
): Steps<PublicForm> {
  const { general, appearance, sending } = document.settings
  const { document: lifted } = yield* liftSteps(document, registry)
  const blocks: PublicBlock[] = []
  for (const block of lifted.blocks) {
    const shown = publicBlock(readBlock(block, registry).read)
    if (shown) blocks.push(shown)
    yield
  }
  return {
    format: 1,
    version,
    general: {
      title: general.title,
      language: general.language,
      ...(general.description === undefined ? {} : { description: general.description }),
    },
    appearance: {
      theme: appearance.theme,
      size: appearance.size,
      radius: appearance.radius,
      accent: appearance.accent,
      ...(appearance.ground === undefined ? {} : { ground: appearance.ground }),
      ...(appearance.ink === undefined ? {} : { ink: appearance.ink }),
      ...(appearance.button === undefined ? {} : { button: appearance.button }),
      ...(appearance.scheme === undefined ? {} : { scheme: appearance.scheme }),
      ...(appearance.typeface === undefined ? {} : { typeface: appearance.typeface }),
      ...(appearance.uppercase && { uppercase: true }),
      ...(appearance.logo && { logo: appearance.logo }),
      ...(appearance.cover && { cover: appearance.cover }),
    },
    sending: {
      progress: sending.progress,
      ...(sending.submitLabel === undefined ? {} : { submitLabel: sending.submitLabel }),
    },
    blocks,
    plan,
  }
}

function publicBlock(read: ReadBlock): PublicBlock | undefined {
  const { block, family, settings, field, layout } = read
  if (field?.serverOnly) return undefined
  const texts = layout?.texts ?? []
  const resolved = textNames(read)
  return {
    id: block.id,
    kind: block.kind,
    ...(block.parent === undefined ? {} : { parent: block.parent }),
    family,
    settings: shownSettings(read),
    ...(field === undefined || block.help === undefined || isEmptyRichText(block.help)
      ? {}
      : { help: withNumberedReferences(block.help) }),
    ...(block.helpBelow && { helpBelow: true }),
    ...(field !== undefined && block.media && { media: block.media }),
    ...(block.placeholder === undefined ? {} : { placeholder: block.placeholder }),
    ...(block.width === undefined ? {} : { width: block.width }),
    ...(block.hideLabel === undefined ? {} : { hideLabel: block.hideLabel }),
    ...(read.unasked && { unasked: BROKEN }),
    ...(field === undefined
      ? {}
      : {
          labelling: field.labelling,
          secret: field.secret,
          displayed: field.displayed,
          ...(field.confirms !== undefined && { confirms: true }),
          ...(!field.typed && { untyped: true }),
        }),
    ...(layout !== undefined || resolved.length > 0 ? { texts: resolved } : {}),
    ...(family === 'page-break' || family === 'welcome' ? { page: pageTexts(texts, settings) } : {}),
    ...(layout?.role === 'section' ? { section: sectionTexts(layout) } : {}),
  }
}

/**
 * Settings as a browser draws them. Of rich texts it asks for what their references say, and does not learn to whom they
 * refer.
 */
function shownSettings({ settings, field, layout }: ReadBlock): ReadBlock['settings'] {
  const texts = layout?.texts ?? field?.pipedTexts ?? []
  const names = texts.map(({ path }) => path.split('.')[0])
  const open = [...(field?.publicSettings ?? layout?.publicSettings ?? []), ...names]
  let shown = only(settings, open, field?.withheldSettings)
  for (const { path } of texts) {
    const text = textIn(settings, path)
    if (isRichText(text)) shown = withTextIn(shown, path, withNumberedReferences(text))
  }
  return shown
}

/** What a page break says of the page that it begins, and a welcome of itself. */
function pageTexts(texts: readonly BlockText[], settings: ReadBlock['settings']): PublicBlock['page'] {
  const page: NonNullable<PublicBlock['page']> = {}
  for (const { role, path } of texts) {
    const text = settings[path]
    if (role === 'title') page.title = path
    else if (
      (role === 'next' || role === 'back' || role === 'start') &&
      typeof text === 'string' &&
      text !== ''
    )
      page[role] = text
  }
  return page
}

/** What a section says of itself and of its items. */
function sectionTexts({ texts, settings, repeat }: BoundLayout): PublicBlock['section'] {
  const pathOf = (wanted: BlockText['role']) => texts.find(({ role }) => role === wanted)?.path
  const [title, itemTitle] = [pathOf('title'), pathOf('item-title')]
  const add = settings[pathOf('add') ?? '']
  return {
    ...(repeat && { repeat }),
    ...(title !== undefined && { title }),
    ...(itemTitle !== undefined && { itemTitle }),
    ...(typeof add === 'string' && add !== '' && { add }),
  }
}
