import { refuseOverfull } from '#app/forms/document_room'
import { refuseTooManyKeys } from '#app/forms/former_keys'
import { refuseTooMuchGrowth, type VersionGrowth } from '#app/forms/version_growth'
import { CodedError } from '#app/http/errors'
import type { Scope } from '#app/workspaces/within'
import type { FormDocument } from '#engine/document/document'
import type { DocumentProblem } from '#engine/document/problems'

/** What is about to be published, with what it would take. */
interface Measured {
  document: FormDocument
  growth: VersionGrowth
  /** about as many as its version would have */
  bytes: number
}

/** What publishing would be refused for although nothing is wrong in the form: there is no room for it. */
export async function roomProblems(
  scope: Scope,
  formId: string,
  { document, growth, bytes }: Measured,
): Promise<DocumentProblem[]> {
  return [
    ...(await told(() => refuseTooManyKeys(document))),
    ...(await told(() => refuseTooMuchGrowth(scope, formId, growth))),
    ...(await told(() => refuseOverfull(scope, bytes))),
  ]
}

async function told(refuse: () => unknown): Promise<DocumentProblem[]> {
  try {
    await refuse()
    return []
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    return [{ severity: 'error', code: 'no-room', message: error.message }]
  }
}
