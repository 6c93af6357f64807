/** A single resource, as the API wraps it. */
export interface Single<T> {
  /** what was asked for */
  data: T
}

/** One page of a list; `next_cursor` asks for the one after it. */
export interface Page<T> {
  /** a page of the list */
  data: T[]
  /** `?cursor=` of the next page; null where there is none */
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
  /** where fields of the request are at fault: messages by path */
  errors?: FieldErrors
  /** for programs, by code */
  details?: unknown
  /** by which the log of the server finds the request */
  request_id?: string
}
