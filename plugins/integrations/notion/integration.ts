import * as v from 'valibot'
import { chosenSetting } from '@formwright/kit/chosen_setting'
import { defineIntegration } from '@formwright/kit/integration'
import { mappedSetting, mappingFault } from '@formwright/kit/mapped_setting'

const settings = v.object({
  source: chosenSetting('Data source', 'A table of a database that was given access to.'),
  /** by it a page is found again: repeated deliveries and edits change it */
  key: chosenSetting(
    'Property for the id of the submission',
    'A text property that nothing else is written to. By it a page is found again.',
    { newName: 'Submission' },
  ),
  fields: mappedSetting('Properties', 'Which answer goes to which property of a page.'),
  /** what becomes of the page of a submission that is deleted */
  deleted: v.optional(v.picklist(['trash', 'keep']), 'trash'),
})

export type NotionSettings = v.InferOutput<typeof settings>

export default defineIntegration({
  kind: 'notion',
  version: 1,
  settings,
  events: ['submission.created', 'submission.updated', 'submission.deleted'],
  connection: { service: 'notion' },
  // an edit finds the page that was made before; and Notion takes three requests a second
  order: 'one-after-the-other',
  summary: ({ source }) => source.label,
  clash({ source, key }, other) {
    const message =
      'Another integration of this form keeps the ids of submissions in this property: both would write to the same pages. Choose another data source or property.'
    return source.id === other.source.id && key.id === other.key.id ? { path: 'key', message } : undefined
  },
  missing({ source, key, fields }) {
    const fault = mappingFault(fields)
    return [
      ...(source.id === '' ? [{ path: 'source', message: 'Choose a data source.' }] : []),
      ...(key.id === ''
        ? [{ path: 'key', message: 'Choose a property that keeps the submission’s id.' }]
        : []),
      ...(fault === undefined ? [] : [{ path: 'fields', message: fault }]),
      ...(fields.some(({ to }) => to.id !== '' && to.id === key.id)
        ? [{ path: 'fields', message: 'The property for the id of the submission takes no answer.' }]
        : []),
    ]
  },
})
