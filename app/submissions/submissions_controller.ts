import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import type { Single } from '#api_types/answer'
import type { FormSummary, Submission, SubmissionPage, SubmissionRow } from '#api_types/submissions'
import { readFile } from '#app/files/read_file'
import { sendFile } from '#app/files/send_file'
import { showForm } from '#app/forms/list_forms'
import { writeCursor, readCursor } from '#app/http/cursor'
import { attachment } from '#app/http/attachment'
import { inSlices, textInSlices } from '#app/http/in_slices'
import { takeDownloadPlace, takeSendingPlace } from '#app/http/large_answers'
import { idOf } from '#app/submissions/id_of'
import { notFound } from '#app/http/errors'
import { pageLimit } from '#app/http/page_limit'
import { checkedFilters } from '#app/submissions/checked_filters'
import { entryNames, exportName, MEDIA_TYPES } from '#app/submissions/csv'
import { deleteSubmissions } from '#app/submissions/delete_submissions'
import { exportCsv } from '#app/submissions/export_csv'
import { exportZip } from '#app/submissions/export_zip'
import type { Table } from '#app/submissions/columns'
import { withTable } from '#app/submissions/load_table'
import { readRows } from '#app/submissions/read_rows'
import { showSubmission } from '#app/submissions/show_submission'
import { summarise } from '#app/submissions/summarise'
import { placeFor } from '#app/submissions/read_places'
import { isLimited, isWhole, readView } from '#app/submissions/view'
import type { Scope } from '#app/workspaces/within'
import type { Steps } from '#engine/steps'

const MOST = 500

/** Characters of answers and cells on a page: what a kind makes of an answer may be longer than the answer. */
const MOST_CHARACTERS = 8_000_000

/** A page of more characters is made and sent in slices. */
const MANY_CHARACTERS = 500_000

type Found = Awaited<ReturnType<typeof readRows>>

/** What of what was found is shown, and how much that says. */
interface Shown extends Found {
  shown: SubmissionRow[]
  characters: number
}

/** The rows of a page with their cells; where those say very much fewer of them, and then there is a next page. */
function* shownRows({ rows, next }: Found, table: Table): Steps<Shown> {
  const shown: SubmissionRow[] = []
  let characters = 0
  for (const { id, at, version, answers } of rows) {
    const row = table.row(version, answers)
    characters += answers.length
    for (const cell of row.cells) characters += typeof cell === 'string' ? cell.length : 0
    if (characters > MOST_CHARACTERS && shown.length > 0) break
    shown.push({ id, received_at: new Date(at).toISOString(), version, ...row })
    yield
  }
  if (shown.length === rows.length) return { rows, next, shown, characters }
  return { rows: rows.slice(0, shown.length), next: rows[shown.length - 1], shown, characters }
}

/** The JSON of a page, cell by cell: one row may say as much as a page, and takes six characters for some of its own. */
function* piecesOf({ data: { rows, ...data }, ...page }: SubmissionPage): Generator<string> {
  yield `${JSON.stringify(page).slice(0, -1)},"data":${JSON.stringify(data).slice(0, -1)},"rows":[`
  for (const [place, { cells, answers, ...row }] of rows.entries()) {
    yield `${place > 0 ? ',' : ''}${JSON.stringify(row).slice(0, -1)},"cells":[`
    for (const [index, cell] of cells.entries()) yield `${index > 0 ? ',' : ''}${JSON.stringify(cell)}`
    yield '],"answers":{'
    for (const [index, [block, answer]] of Object.entries(answers).entries())
      yield `${index > 0 ? ',' : ''}${JSON.stringify(block)}:${JSON.stringify(answer)}`
    yield '}}'
  }
  yield ']}}'
}

/** What came back, for the people who asked. */
export default class SubmissionsController {
  async index(ctx: HttpContext): Promise<SubmissionPage | undefined> {
    const { request, response, workspace, formId } = ctx
    const view = readView(request.input('search'), request.input('filter'))
    const after = readCursor(request.input('cursor'))
    const limit = pageLimit(request.qs().limit, MOST)
    const read = async (scope: Scope, table: Table) => {
      const form = await showForm(scope, formId, workspace.role)
      const filters = await checkedFilters(scope, view, table)
      return { form, table, found: await readRows(scope, { formId, view, filters }, limit, after) }
    }
    const { form, table, found } = await withTable(workspace.id, formId, read, placeFor(workspace.id, view))
    const { rows, next, shown, characters } = await inSlices(shownRows(found, table), {
      client: request.request,
    })
    const page: SubmissionPage = {
      data: {
        newest_version: table.newest,
        columns: table.columns,
        fields: after ? null : table.comparables(),
        rows: shown,
        settings: Object.fromEntries(
          [...new Set(rows.map(({ version }) => version))].map((version) => [
            version,
            table.settings(version),
          ]),
        ),
        // the form's own count follows a moment later
        total: !after && !next ? rows.length : isWhole(view) ? form.submissions : null,
        limited: isLimited(view),
        looked_back_to: next && rows.length < limit ? new Date(next.at).toISOString() : null,
      },
      next_cursor: next ? writeCursor(next) : null,
    }
    if (characters <= MANY_CHARACTERS) return page
    takeSendingPlace(ctx, characters)
    response.header('content-type', 'application/json; charset=utf-8')
    response.stream(textInSlices(piecesOf(page)))
  }

  async show({ params, workspace, formId }: HttpContext): Promise<Single<Submission>> {
    return { data: await showSubmission(workspace.id, formId, idOf(params.id)) }
  }

  async destroy({ params, response, workspace, formId, auth }: HttpContext) {
    const id = idOf(params.id)
    const { missing } = await deleteSubmissions(workspace.id, formId, [id], auth.getUserOrFail().id)
    if (missing.length > 0) throw notFound()
    return response.noContent()
  }

  /** The view as CSV; with sections that repeat as a ZIP of several. */
  async csv(ctx: HttpContext) {
    const { request, response, workspace, formId, logger } = ctx
    const view = readView(request.input('search'), request.input('filter'))
    takeDownloadPlace(ctx)
    const { title, sections } = await withTable(workspace.id, formId, async (scope, table) => {
      await checkedFilters(scope, view, table)
      const form = await showForm(scope, formId, workspace.role)
      return { title: form.title, sections: table.sections.map(({ heading }) => heading) }
    })
    const format = sections.length > 0 ? 'zip' : 'csv'
    const day = new Date().toISOString().slice(0, 10)
    const content =
      format === 'zip'
        ? exportZip(workspace.id, formId, view, entryNames(title, sections))
        : exportCsv(workspace.id, formId, view)
    const pieces = Readable.from(content, { objectMode: false, highWaterMark: 64 * 1024 })
    // what fails before there is anything to send is answered as any other request
    await once(pieces, 'readable')
    response.header('content-type', MEDIA_TYPES[format])
    response.header('content-disposition', attachment(exportName(title, day, format)))
    response.header('cache-control', 'no-store')
    // half of it is sent by then: whoever reads it sees only that it ended too soon
    pieces.on('error', (error) => logger.error({ err: error }, 'a download was cut off'))
    response.stream(pieces)
  }

  /** What the submissions of a view say together. */
  async summary({ request, response, workspace, formId }: HttpContext): Promise<FormSummary> {
    const view = readView(request.input('search'), request.input('filter'))
    await withTable(workspace.id, formId, async (scope, table) => {
      await showForm(scope, formId, workspace.role)
      await checkedFilters(scope, view, table)
    })
    return summarise(workspace.id, formId, view, undefined, () => !response.response.destroyed)
  }

  async file({ params, response, workspace, formId }: HttpContext) {
    const submission = idOf(params.id)
    await showSubmission(workspace.id, formId, submission)
    const file = await readFile(workspace.id, idOf(params.fileId))
    if (!file || file.submissionId !== submission) throw notFound()
    await sendFile(response, file)
  }
}
