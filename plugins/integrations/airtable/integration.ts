import * as v from 'valibot'
import { chosenSetting } from '@formwright/kit/chosen_setting'
import { defineIntegration } from '@formwright/kit/integration'
import { mappedSetting, mappingFault } from '@formwright/kit/mapped_setting'

const settings = v.object({
  base: chosenSetting('Base', 'Those that the token has access to.'),
  table: chosenSetting('Table', 'One of the base’s.'),
  /** by it a record is found again: repeated deliveries and edits change it */
  key: chosenSetting(
    'Field for the id of the submission',
    'A field of single line text that nothing else is written to. By it a record is found again.',
  ),
  fields: mappedSetting('Fields', 'Which answer goes to which field of the table.'),
  /** options of selects that the table does not have yet are made there */
  addOptions: v.optional(v.boolean(), false),
  /** what becomes of the record of a submission that is deleted */
  deleted: v.optional(v.picklist(['keep', 'remove']), 'keep'),
})

export type AirtableSettings = v.InferOutput<typeof settings>

export default defineIntegration({
  kind: 'airtable',
  version: 1,
  settings,
  events: ['submission.created', 'submission.updated', 'submission.deleted'],
  connection: { service: 'airtable' },
  order: 'one-after-the-other',
  // so many records are taken at once
  batch: 10,
  summary: ({ base, table }) => [base.label, table.label].filter((label) => label !== '').join(', '),
  clash({ base, table, key }, other) {
    const same = base.id === other.base.id && table.id === other.table.id && key.id === other.key.id
    const message =
      'Another integration of this form keeps the ids of submissions in this field: both would write to the same records. Choose another table or field.'
    return same ? { path: 'key', message } : undefined
  },
  missing({ base, table, key, fields }) {
    const fault = mappingFault(fields)
    return [
      ...(base.id === '' ? [{ path: 'base', message: 'Choose a base.' }] : []),
      ...(table.id === '' ? [{ path: 'table', message: 'Choose a table.' }] : []),
      ...(key.id === '' ? [{ path: 'key', message: 'Choose a field that keeps the submission’s id.' }] : []),
      ...(fault === undefined ? [] : [{ path: 'fields', message: fault }]),
      ...(fields.some(({ to }) => to.id !== '' && to.id === key.id)
        ? [{ path: 'fields', message: 'The field for the id of the submission takes no answer.' }]
        : []),
    ]
  },
})
