import { test } from '@japa/runner'
import { parse } from 'valibot'
import { conformIntegration } from '@formwright/kit/conform/integration'
import { sampleEvents } from '@formwright/kit/conform/sample_events'
import sheets from './deliver.ts'
import definition from './integration.ts'
import { drawn, rowOf } from './row.ts'

const tab = {
  properties: { sheetId: 0, title: 'Sheet1', gridProperties: { rowCount: 1000, columnCount: 26 } },
}
/** As somebody left it who has delivered here before. */
const id = {
  developerMetadata: {
    metadataKey: 'formwright-column',
    metadataValue: 'submission:id',
    location: { dimensionRange: { sheetId: 0, startIndex: 0 } },
  },
}

test.group('google-sheets', () => {
  conformIntegration({
    spec: import.meta.url,
    definition,
    deliver: sheets,
    settings: { spreadsheet: { id: '1abc', label: 'Answers' } },
    // one answer to whatever is asked
    success: {
      status: 200,
      body: JSON.stringify({ sheets: [tab], matchedDeveloperMetadata: [id], valueRanges: [], replies: [] }),
    },
    // the first question is where the tab is: without an answer nothing was done
    outcomes: { '404': 'gone', 'an answer of 2 MB': 'retry' },
    repeats: 'by submission',
  })

  test('cells are typed, and never longer than Google takes', ({ assert }) => {
    const { full, long } = Object.fromEntries(
      Object.entries(sampleEvents('submission.created')).map(([, event], index) => [
        index === 0 ? 'full' : 'long',
        event,
      ]),
    )
    if (!full || !long) throw new Error('there are no samples')
    const cells = new Map(rowOf(full).columns.map(({ label, value }) => [label, value]))
    assert.deepEqual(
      ['Age', 'Do you agree?', 'Which day', 'Colour', 'Which', 'Your stay: from'].map((label) =>
        cells.get(label),
      ),
      [41, true, 46_173, 'Red', 'Red, Blue', 46_143],
    )
    assert.match(drawn(rowOf(full)), /^Received \(UTC\) +2026-05-04 11:59\nYour name +Zoë 🦊\n/)
    const huge = { ...full.submission.questions[0], text: '', parts: [] }
    const [part] = full.submission.questions[0]?.parts ?? []
    if (!part) throw new Error('there is no part')
    const text = '🦊'.repeat(40_000)
    const questions = [{ ...huge, id: 'q', key: 'q', label: 'Q', parts: [{ ...part, value: text, text }] }]
    const { columns } = rowOf({ ...full, submission: { ...full.submission, questions } })
    const value = String(columns.at(-1)?.value)
    assert.isAtMost(value.length, 50_000)
    assert.isTrue(value.isWellFormed())
  })

  test('what must be set is said', ({ assert }) => {
    assert.deepEqual(
      definition.missing?.(parse(definition.settings, {})).map(({ path }) => path),
      ['spreadsheet'],
    )
  })
})
