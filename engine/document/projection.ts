import type { BrowserPlan } from '../plan/plan.ts'
import type { Registry } from '../registry.ts'
import type { FormDocument } from './document.ts'
import { liftDocument } from './lift.ts'
import type { PublicBlock, PublicForm } from './public_form.ts'
import { only, readBlock, type ReadBlock } from './reading.ts'

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
  const { general, appearance, sending } = document.settings
  const lifted = liftDocument(document, registry).document
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
    },
    sending: {
      progress: sending.progress,
      ...(sending.submitLabel === undefined ? {} : { submitLabel: sending.submitLabel }),
    },
    blocks: lifted.blocks.flatMap((block) => publicBlock(readBlock(block, registry).read) ?? []),
    plan,
  }
}

function publicBlock({ block, family, settings, field, layout }: ReadBlock): PublicBlock | undefined {
  if (field?.serverOnly) return undefined
  const texts = Object.keys(layout?.texts ?? {})
  return {
    id: block.id,
    kind: block.kind,
    family,
    settings: only(settings, [...(field?.publicSettings ?? layout?.publicSettings ?? []), ...texts]),
    ...(block.placeholder === undefined ? {} : { placeholder: block.placeholder }),
    ...(block.width === undefined ? {} : { width: block.width }),
    ...(block.hideLabel === undefined ? {} : { hideLabel: block.hideLabel }),
    ...(field === undefined
      ? {}
      : {
          labelling: field.labelling,
          secret: field.secret,
          displayed: field.displayed,
        }),
    ...(layout === undefined ? {} : { texts }),
  }
}
