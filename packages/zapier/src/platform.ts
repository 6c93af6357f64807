// What we use of Zapier's platform, in types of our own: `zapier-platform-core` is not open source, and only whoever publishes the
// app installs it.

/** What Zapier hands in with a call: what the person connected with, and what they entered. */
export interface Bundle<Input = Record<string, unknown>> {
  authData: { url?: string; token?: string }
  inputData: Input
  meta?: { page?: number; zap?: { id?: string } }
  /** what was posted to the address of a Zap */
  cleanedRequest?: object
  /** the address of a Zap, to subscribe with */
  targetUrl?: string
  /** what subscribing answered */
  subscribeData?: { id?: string }
}

export interface AskedRequest {
  url: string
  method?: 'GET' | 'POST' | 'DELETE'
  headers?: Record<string, string>
  /** of the query; what is undefined is left out */
  params?: Record<string, string | number | undefined>
  /** sent as JSON */
  body?: object
  /** a refusal is an answer like any other */
  skipThrowForStatus?: boolean
}

export interface Answered {
  status: number
  data: unknown
  getHeader(name: string): string | undefined
  request: { skipThrowForStatus?: boolean }
}

/** What Zapier lets a call do. */
export interface Z {
  request(asked: AskedRequest): Promise<Answered>
  cursor: { get(): Promise<string | null>; set(cursor: string): Promise<null> }
  errors: {
    /** shown to the person; the step fails */
    Error: new (message: string, code?: string, status?: number) => Error
    /** the step is left out, and the Zap stays on */
    HaltedError: new (message: string) => Error
    /** the person is asked to connect again */
    ExpiredAuthError: new (message: string) => Error
    /** comes again after so many seconds */
    ThrottledError: new (message: string, delay?: number) => Error
  }
}

export type Perform<Input, Result> = (z: Z, bundle: Bundle<Input>) => Promise<Result> | Result

/** A field that a person fills in, or one of what a step gives to the next. */
export interface Field {
  key: string
  label?: string
  type?: 'string' | 'text' | 'number' | 'boolean' | 'datetime' | 'password'
  required?: boolean
  helpText?: string
  placeholder?: string
  list?: boolean
  choices?: Record<string, string>
  /** `trigger.id.label`: a hidden trigger that lists what can be chosen */
  dynamic?: string
  /** other fields depend on it */
  altersDynamicFields?: boolean
  children?: Field[]
  primary?: boolean
}

/** Fields that stand fast, and those that are asked for. */
export type Fields<Input> = (Field | Perform<Input, Field[]>)[]
