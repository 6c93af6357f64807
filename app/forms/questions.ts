import type { FormQuestion } from '#api_types/forms'
import { draftDocument, readDraft } from '#app/forms/draft'
import { publishedForm } from '#app/forms/publications'
import { plugins } from '#app/plugins/registry'
import { within } from '#app/workspaces/within'
import type { Block, FormDocument } from '#engine/document/document'
import { asWords } from '#engine/document/names'
import { outlineOf } from '#engine/document/outline'
import { readBlock } from '#engine/document/reading'
import { showKeys } from '#engine/logic/references'
import { pathOf } from '@formwright/kit/field'

/** What a form asks, for programs: of its newest version, of one that was never published as it is being edited. */
export async function questionsOf(workspaceId: string, formId: string): Promise<FormQuestion[]> {
  const { blocks } = await newestDocument(workspaceId, formId)
  const keys = new Map(blocks.map(({ id, key }) => [id, key]))
  const named = (text: string) => showKeys(text, (id) => keys.get(id))
  return outlineOf(blocks, plugins.registry()).flatMap(({ block, inItems }): FormQuestion[] => {
    if (!inItems) return fieldOf(block, named)
    const { layout, settings } = readBlock(block, plugins.registry()).read
    const key = block.key ?? block.id
    const title = named(String(settings[layout?.textPath('title') ?? ''] ?? ''))
    const items = inItems.flatMap((inside) => fieldOf(inside, named))
    return [
      { id: block.id, key, label: title || asWords(key), required: false, comes: 'given', parts: [], items },
    ]
  })
}

async function newestDocument(workspaceId: string, formId: string): Promise<FormDocument> {
  const published = await publishedForm(workspaceId, formId)
  return published?.document ?? draftDocument(await within(workspaceId, (scope) => readDraft(scope, formId)))
}

/** A field as a question; nothing of what is no field. */
function fieldOf(block: Block, named: (text: string) => string): FormQuestion[] {
  const { field } = readBlock(block, plugins.registry()).read
  if (!field) return []
  const { id, key = id, required = false } = block
  return [
    {
      ...{ id, key, required },
      label: named(block.label ?? '') || asWords(key),
      comes: field.formula ? 'computed' : field.files ? 'uploaded' : 'given',
      parts: field.parts
        .filter(({ column }) => column !== false)
        .map((part) => ({
          ...{ id: part.id, label: part.label ?? null, type: part.type, path: [...pathOf(part)] },
          operators: [...part.operators],
          ...(part.options && {
            options: part.options.map((option) => ({ id: option.id, label: option.label })),
          }),
        })),
    },
  ]
}
