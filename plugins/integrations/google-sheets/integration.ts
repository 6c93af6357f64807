import * as v from 'valibot'
import { chosenSetting } from '@formwright/kit/chosen_setting'
import { defineIntegration } from '@formwright/kit/integration'

const settings = v.object({
  spreadsheet: chosenSetting('Spreadsheet', 'One that was made here: Google shows this server no others.'),
  /** the id of a tab; empty for the first one */
  tab: chosenSetting('Tab', 'The first one, where none is chosen.'),
  /** what becomes of the row of a submission that is deleted */
  deleted: v.optional(v.picklist(['mark', 'remove']), 'mark'),
})

export type SheetSettings = v.InferOutput<typeof settings>

export default defineIntegration({
  kind: 'google-sheets',
  version: 1,
  settings,
  events: ['submission.created', 'submission.updated', 'submission.deleted'],
  connection: { service: 'google' },
  order: 'one-after-the-other',
  batch: 50,
  summary: ({ spreadsheet, tab }) =>
    [spreadsheet.label, tab.label].filter((label) => label !== '').join(', '),
  missing: ({ spreadsheet }) =>
    spreadsheet.id === '' ? [{ path: 'spreadsheet', message: 'Choose a spreadsheet, or create one.' }] : [],
  clash({ spreadsheet, tab }, other) {
    // the first tab is any that is chosen, as far as is known here
    const same = tab.id === other.tab.id || tab.id === '' || other.tab.id === ''
    if (spreadsheet.id !== other.spreadsheet.id || !same) return undefined
    const message =
      tab.id === other.tab.id
        ? 'Another integration of this form keeps its rows in this tab: each submission would stand there twice. Choose another tab.'
        : 'Another integration of this form keeps its rows in this tab, or may do so: choose a tab in both.'
    return { path: 'tab', message }
  },
})
