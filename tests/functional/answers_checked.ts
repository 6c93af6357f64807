import router from '@adonisjs/core/services/router'
import addFormats from 'ajv-formats'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import {
  apiDocument,
  type ApiDocument,
  describedAnswer,
  type DescribedOperation,
} from '#app/reference/document'

/** An answer as far as the reference of the API speaks of it. */
interface Answer {
  status: number
  contentType: string | null
  body: unknown
}

interface Known {
  method: string
  address: RegExp
  operation: DescribedOperation
  pointer: string
}

interface Judge {
  known: Known[]
  validate(pointer: string): ValidateFunction
}

let judge: Judge | undefined

/**
 * What the reference of the API says of an answer that it does not describe; undefined for a route that it does not
 * speak of, and for an answer that is as it says.
 */
export function answerFault(method: string, path: string, answer: Answer): string | undefined {
  judge ??= makeJudge(apiDocument())
  const address = path.split('?')[0].replace(/\/$/, '')
  const found = judge.known.find((one) => one.method === method && one.address.test(address))
  if (!found) return undefined
  const what = `${found.operation.operationId} (${method} ${path}) answered ${answer.status}`
  const described = describedAnswer(apiDocument(), found.operation, answer.status)
  // what no route is to answer is no part of what they answer
  if (answer.status >= 500 && !described) return undefined
  if (!described) return `${what}, which the reference does not have`
  if (!described.content)
    return answer.body == null ? undefined : `${what} with a body, of which the reference says nothing`
  const type = (answer.contentType ?? '').split(';')[0]
  const isNamed = type in described.content || '*/*' in described.content
  if (!isNamed)
    return `${what} as ${type || 'nothing'}; the reference says ${Object.keys(described.content).join(', ')}`
  if (type !== 'application/json' || '*/*' in described.content) return undefined
  const own = found.operation.responses[String(answer.status)]
  const pointer = '$ref' in own ? own.$ref.slice(1) : `${found.pointer}/responses/${answer.status}`
  const validate = judge.validate(`${pointer}/content/application~1json/schema`)
  if (validate(answer.body)) return undefined
  const errors = (validate.errors ?? []).slice(0, 5).map((error) => {
    return `${error.instancePath || '/'} ${error.message} ${JSON.stringify(error.params)}`
  })
  return `${what}, and not as the reference says: ${errors.join('; ')}`
}

function makeJudge(document: ApiDocument): Judge {
  const ajv = new Ajv2020({ strict: false, allErrors: false })
  addFormats.default(ajv)
  ajv.addSchema({ ...document, $id: 'api' })
  const compiled = new Map<string, ValidateFunction>()
  return {
    known: knownRoutes(document),
    validate(pointer) {
      const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `api#${pointer}` })
      compiled.set(pointer, validate)
      return validate
    },
  }
}

/** In the order of the router, so that the more exact address is found first as it is there. */
function knownRoutes({ paths }: ApiDocument): Known[] {
  const routes = Object.values(router.toJSON()).flat()
  return routes.flatMap(({ pattern, methods }): Known[] => {
    const path = pattern.replace(/:(\w+)/g, '{$1}')
    return methods.flatMap((method) => {
      const operation = paths[path]?.[method.toLowerCase()]
      if (!operation) return []
      const address = new RegExp(`^${pattern.replace(/[.]/g, '\\.').replace(/:(\w+)/g, '[^/]+')}$`)
      const pointer = `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method.toLowerCase()}`
      return [{ method, address, operation, pointer: encodeURI(pointer) }]
    })
  })
}
