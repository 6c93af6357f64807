/** A single resource, as the API wraps it. */
export interface Single<T> {
  data: T
}

/** One page of a list; `next_cursor` asks for the one after it. */
export interface Page<T> {
  data: T[]
  next_cursor: string | null
}

/** Messages by the path of the field they are about. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>

/** An answer that is no success. */
export interface ErrorAnswer {
  /** `E_…`, stable */
  code: string
  /** a sentence that says what to do */
  message: string
  errors?: FieldErrors
  /** for programs, by code */
  details?: unknown
  request_id?: string
}
