import { readFileSync } from 'node:fs'

/**
 * Names of the functions of an interface of the kit that are given settings, as its source says them: one that is added to
 * the contract is among them from then on.
 */
export function membersOf(file: string, name: string): string[] {
  const source = readFileSync(new URL(`../../../packages/kit/${file}`, import.meta.url), 'utf8')
  const body =
    new RegExp(String.raw`^export interface ${name}\b.*?\{\n(.*?)^\}`, 'ms').exec(source)?.[1] ?? ''
  const members = [...body.matchAll(/^ {2}(\w+)\??\(([^)]*)\)/gm)].flatMap(([, member = '', given = '']) =>
    /\bS\b|InferOutput<Schema>/.test(given) ? [member] : [],
  )
  if (members.length === 0) throw new Error(`${file} has no interface ${name} with functions`)
  return members
}

/** Members of a field's definition, each of which the moody kind can fail in. */
export const MEMBERS = membersOf('field.ts', 'FieldDefinition')
/** Those of its answer module and its server part. */
export const ANSWER_MEMBERS = membersOf('answer.ts', 'AnswerModule')
export const SERVER_MEMBERS = membersOf('server.ts', 'FieldServer')
export const LAYOUT_MEMBERS = membersOf('layout.ts', 'LayoutDefinition')
/** Those of an integration, and of how it delivers. */
export const INTEGRATION_MEMBERS = membersOf('integration.ts', 'IntegrationDefinition')
export const DELIVER_MEMBERS = membersOf('integration.ts', 'Deliver')
