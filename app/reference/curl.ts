import type { DescribedOperation } from '#app/reference/document'

const ID = '0197f3b0-5d1c-7c5e-9b1a-2f6d8e4c7a10'

/** What stands for the parts of a path, and for what a query needs. */
const SAMPLES: Readonly<Record<string, string>> = {
  form: 'registration',
  number: '2',
  block: 'photo',
  name: 'photo.png',
  use: 'image',
  kind: 'zapier',
  event: 'submission.created',
  version: '2',
  key: '018f2b5e-7c1a-7e3e-9d5c-2f1a4b6c8d0e',
}

/** How an operation is called from a shell in which `URL` and `TOKEN` are known. */
export function curlOf(method: string, path: string, operation: DescribedOperation): string {
  const { parameters, requestBody, responses, security } = operation
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name }) => `${name}=${encodeURIComponent(sample(name))}`)
    .join('&')
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => sample(name))
  const isOpen = security.some((one) => Object.keys(one).length === 0)
  const body = requestBody?.content['application/json']
  const parts = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "$URL${address}${query && `?${query}`}"`,
    ...(isOpen ? [] : [`-H "Authorization: Bearer $TOKEN"`]),
    ...(body ? [`-H 'Content-Type: application/json'`] : []),
    ...(body ? [`-d '${JSON.stringify(body.example, null, 2).replaceAll("'", `'\\''`)}'`] : []),
    ...(requestBody && !body
      ? [`-H 'Content-Type: application/octet-stream'`, '--data-binary @photo.png']
      : []),
    ...(isFile(responses['200']) ? ['-O -J'] : []),
  ]
  return parts.join(' \\\n  ')
}

function isFile(answer: DescribedOperation['responses'][string] | undefined): boolean {
  return answer !== undefined && 'content' in answer && !('application/json' in { ...answer.content })
}

function sample(name: string): string {
  return SAMPLES[name] ?? ID
}
