import type { FieldErrors } from '../../api_types/answer.ts'

/** An answer of the API that is not a success, or no answer at all (`status` 0, code `E_OFFLINE`). */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: FieldErrors
  readonly details: unknown
  readonly requestId: string | undefined

  constructor(init: {
    status: number
    code: string
    message: string
    errors?: FieldErrors
    details?: unknown
    requestId?: string
  }) {
    super(init.message)
    this.name = 'ApiError'
    this.status = init.status
    this.code = init.code
    this.errors = init.errors ?? {}
    this.details = init.details
    this.requestId = init.requestId
  }
}

/** The first message of each field, for the `error` of a control. */
export function firstErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(
    Object.entries(error.errors).flatMap(([field, messages]) => (messages[0] ? [[field, messages[0]]] : [])),
  )
}
