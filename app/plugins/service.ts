import type { OutboundRequest, OutboundResponse } from '@formwright/kit/integration'
import type {
  Account,
  AskService,
  OAuthCredentials,
  ServiceDefinition,
  TokenCredentials,
} from '@formwright/kit/service'
import { isPromise, type ReportFault } from '../../engine/faults.ts'
import { beforeDeadline } from './deadline.ts'
import { faultPlace } from './fault_place.ts'
import { unhurried } from './unhurried.ts'

/** What the plugin of a service failed in. The message says where, and quotes nothing of what it was given: that is secret. */
export class ServiceFault extends Error {
  override name = 'ServiceFault'
}

/** How long a service, and its plugin, have to say whose access it is, in milliseconds. */
const ACCOUNT_MS = 30_000
/** Longest sentence of a plugin that is shown. */
const LONGEST_SENTENCE = 500
/** An account is told from others by its id. */
const LONGEST_ID = 500
/** A longer request is a mistake: those of integrations are as long at most. */
const LONGEST_REQUEST = 40_000_000
const METHODS: readonly unknown[] = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE']

const record = (given: unknown): Record<string, unknown> => Object(given)
const isText = (given: unknown, longest: number): given is string =>
  typeof given === 'string' && given.length <= longest

/**
 * A service as the house asks it, whatever its plugin does. What fails is reported by its place, for the words may quote a
 * credential. A request that cannot be made rejects with a ServiceFault; where a usual answer can stand in, it does.
 */
export function guardedService(
  definition: ServiceDefinition,
  folder: string,
  report: ReportFault,
  accountMs = ACCOUNT_MS,
): ServiceDefinition {
  const { kind, version, origins } = definition
  const guard = new Guard(definition, folder, report)
  return {
    kind,
    version,
    origins,
    credentials: guardedCredentials(definition, guard),
    ...(definition.sign && {
      sign: (request, credential) =>
        guard.request('sign', () => definition.sign?.(copied(request), { ...credential }), request),
    }),
    refuses: (answer) => refuses(definition, guard, answer),
    account: (ask) => accountOf(definition, guard, ask, accountMs),
  }
}

function guardedCredentials(
  { credentials }: ServiceDefinition,
  guard: Guard,
): OAuthCredentials | TokenCredentials {
  if (credentials.by === 'token') {
    return {
      by: 'token',
      // the service itself says whether it is one
      refusal: (token) =>
        guard.ask(
          'refusal',
          () => credentials.refusal?.(token),
          (given) => given === undefined || isText(given, LONGEST_SENTENCE),
          () => undefined,
        ),
    }
  }
  const { revoke: _, ...declared } = credentials
  if (!credentials.revoke) return declared
  return {
    ...declared,
    revoke: (credential) => guard.request('revoke', () => credentials.revoke?.({ ...credential })),
  }
}

function refuses(definition: ServiceDefinition, guard: Guard, answer: OutboundResponse): boolean {
  const usual = () => answer.status === 401
  if (!definition.refuses) return usual()
  return guard.ask(
    'refuses',
    () => definition.refuses?.({ ...answer, headers: { ...answer.headers } }),
    (given) => typeof given === 'boolean',
    usual,
  )
}

/** Whose credential it is. A plugin that throws what the service did not say has not failed. */
async function accountOf(
  definition: ServiceDefinition,
  guard: Guard,
  ask: AskService,
  accountMs: number,
): Promise<Account> {
  let answers = 0
  let underWay = 0
  let over = false
  const asking: AskService = unhurried(async (request) => {
    if (over) throw new ServiceFault('It asks when nobody waits for what it says any more.')
    underWay += 1
    try {
      return await ask(request)
    } finally {
      underWay -= 1
      answers += 1
    }
  })
  try {
    const started = new Promise<unknown>((resolve) => resolve(definition.account(asking)))
    const { id, name } = record(await beforeDeadline(started, accountMs))
    if (!isText(id, LONGEST_ID) || id === '' || !isText(name, LONGEST_REQUEST)) throw new Unusable()
    // Postgres keeps no U+0000 in text
    return { id: id.replaceAll('\0', '\ufffd'), name: name.replaceAll('\0', '\ufffd') }
  } catch (error) {
    if (underWay > 0 || (answers > 0 && !isMistake(error))) throw error
    throw guard.noted('account', error)
  } finally {
    over = true
  }
}

class Unusable extends TypeError {
  constructor() {
    super('It answered something that cannot be used.')
  }
}

/** What nobody throws on purpose. */
function isMistake(error: unknown): boolean {
  return (
    !(error instanceof Error) || [TypeError, RangeError, ReferenceError].some((of) => error instanceof of)
  )
}

/** Asks the functions of one service. */
class Guard {
  readonly #definition: ServiceDefinition
  readonly #folder: string
  readonly #report: ReportFault

  constructor(definition: ServiceDefinition, folder: string, report: ReportFault) {
    this.#definition = definition
    this.#folder = folder
    this.#report = report
  }

  /** What it answers; what `failed` says where it throws, or answers what does not fit. */
  ask<T>(
    member: string,
    answer: () => unknown,
    fits: (given: unknown) => given is T,
    failed: (error: unknown) => T,
  ): T {
    try {
      const given = answer()
      if (isPromise(given) || !fits(given)) throw new Unusable()
      return given
    } catch (error) {
      const fault = this.noted(member, error)
      return failed(fault)
    }
  }

  /** The request that it makes. Throws a ServiceFault where that is none. */
  request(member: string, answer: () => unknown, of?: OutboundRequest): OutboundRequest {
    const made = this.ask(
      member,
      () => {
        const { method, url, headers, body } = record(answer())
        return { method, url, headers: { ...record(headers) }, body }
      },
      isRequest,
      (fault) => {
        throw fault
      },
    )
    // however it is signed, what must not be done twice still must not
    return { ...made, ...(of?.once !== undefined && { once: of.once }) }
  }

  /** Takes note of what a function threw; answers what may be told of it. */
  noted(member: string, error: unknown): ServiceFault {
    const { kind, version } = this.#definition
    const where = faultPlace(this.#folder, error) ?? `in “${member}”`
    const fault = new ServiceFault(
      `The plugin of the service “${kind}” (version ${version}) failed ${where}.`,
    )
    this.#report({ kind, member, error: fault })
    return fault
  }
}

function isRequest(given: unknown): given is OutboundRequest {
  const { method, url, headers, body } = record(given)
  return (
    METHODS.includes(method) &&
    isText(url, LONGEST_REQUEST) &&
    URL.canParse(url) &&
    isText(body, LONGEST_REQUEST) &&
    Object.values(record(headers)).every((value) => isText(value, LONGEST_REQUEST))
  )
}

/** What the plugin changes of what it is given, it changes for itself. */
function copied(request: OutboundRequest): OutboundRequest {
  return { ...request, headers: { ...request.headers } }
}
