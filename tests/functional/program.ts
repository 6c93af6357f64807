import type { NewAccessToken, Scope } from '#api_types/access_tokens'
import type { Single } from '#api_types/answer'
import { Visitor, type Reply } from '#tests/functional/visitor'

/** A program with an access token: no cookies, no CSRF header. */
export class Program extends Visitor {
  constructor(readonly token: string) {
    super()
  }

  override request<T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply<T>> {
    return super.request<T>(method, path, body, { authorization: `Bearer ${this.token}`, ...headers })
  }
}

/** Makes an access token of this person in a workspace, as its creator does. */
export async function newToken(
  person: Visitor,
  workspaceId: string,
  scopes: Scope[],
  expiresAt: string | null = null,
): Promise<NewAccessToken> {
  const asked = { name: 'Script', scopes, expires_at: expiresAt }
  const path = `/api/workspaces/${workspaceId}/access-tokens`
  const made = await person.post<Single<NewAccessToken>>(path, asked)
  if (made.status !== 201) throw new Error(`access token: ${made.status} ${made.text}`)
  return made.body.data
}

/** A program with a new access token of this person. */
export async function newProgram(person: Visitor, workspaceId: string, scopes: Scope[]): Promise<Program> {
  return new Program((await newToken(person, workspaceId, scopes)).token)
}
