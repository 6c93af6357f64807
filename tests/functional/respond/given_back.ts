import { HTML } from '#tests/functional/respond/answering'
import type { Visitor } from '#tests/functional/visitor'

/** What stands in the list of a page, by question. */
export function written(html: string): Record<string, string> {
  const pairs = [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)]
  return Object.fromEntries(pairs.map(([, question = '', answer = '']) => [question, plain(answer)]))
}

function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

/** Presses the button of a page with all that its form carries, and these entries besides. */
export function pressOn(visitor: Visitor, html: string, more: Record<string, string> = {}) {
  const form = /<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/s.exec(html) ?? []
  const inputs = [...(form[2] ?? '').matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/gs)]
  const go = /<button[^>]*name="_go" value="([^"]*)"/.exec(html)?.[1] ?? 'none'
  const body = new URLSearchParams([
    ...inputs.map(([, name = '', value = '']): [string, string] => [name, plain(value)]),
    ...Object.entries(more),
    ['_go', go],
  ])
  return visitor.post(plain(form[1] ?? ''), body, HTML)
}
