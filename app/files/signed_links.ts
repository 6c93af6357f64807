import encryption from '@adonisjs/core/services/encryption'

const VALID = '7 days'
const PURPOSE = 'file'

interface LinkedFile {
  workspaceId: string
  id: string
}

/** An address below `base` under which whoever has it gets this file of a submission: for seven days, if not said otherwise. */
export function fileLink(file: LinkedFile, base: string, validFor = VALID): string {
  return new URL(`/files/${encryption.getMessageVerifier().sign(file, validFor, PURPOSE)}`, base).href
}

/** The file that such a link leads to; undefined when it is none, or too old. */
export function linkedFile(token: string): LinkedFile | undefined {
  return encryption.getMessageVerifier().unsign<LinkedFile>(token, PURPOSE) ?? undefined
}
