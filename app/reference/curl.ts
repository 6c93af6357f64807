import type { DescribedOperation } from '#app/reference/document'
import { samples } from '#app/reference/schemas'

/** How an operation is called from a shell in which `URL` and `TOKEN` are known. */
export function curlOf(method: string, path: string, operation: DescribedOperation): string {
  const { parameters, requestBody, responses, security } = operation
  const known = samples()
  const sample = (name: string) => known[name] ?? known.id
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
