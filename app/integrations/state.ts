import { usableJson } from '#engine/bound/usable'
import { within } from '#app/workspaces/within'
import type { State } from '@formwright/kit/integration'

/** Largest state that is kept, as JSON. */
export const LARGEST_STATE = 16_384

/** What an integration remembers between deliveries. `signal` fires when the attempt is over: then nothing is read or changed. */
export function integrationState(workspaceId: string, integrationId: string, signal: AbortSignal): State {
  return {
    read: async () => {
      signal.throwIfAborted()
      return within(workspaceId, ({ trx }) => read(trx, workspaceId, integrationId, ''))
    },
    change: (change) =>
      within(workspaceId, async ({ trx }) => {
        signal.throwIfAborted()
        const changed: unknown = change(await read(trx, workspaceId, integrationId, 'for update'))
        const refusal = stateRefusal(changed)
        if (refusal) throw new Error(refusal)
        await trx.rawQuery('update integrations set state = ?::jsonb where workspace_id = ? and id = ?', [
          stateText(changed),
          workspaceId,
          integrationId,
        ])
        return changed
      }),
  }
}

/** Why this cannot be kept as a state, in words; nothing when it can. */
export function stateRefusal(state: unknown): string | undefined {
  const text = jsonOf(state)
  if (text === undefined) return 'its state is no JSON.'
  if (text.length <= LARGEST_STATE) return undefined
  return `its state has ${text.length} characters; ${LARGEST_STATE} are possible.`
}

/** Nothing of what JSON cannot say as it is: a function, a promise, what holds itself. */
function jsonOf(state: unknown): string | undefined {
  try {
    if (!usableJson(state)) return undefined
    const text: unknown = JSON.stringify(state)
    return typeof text === 'string' ? text : undefined
  } catch {
    return undefined
  }
}

/** A state that can be kept, as it is stored. */
export function stateText(state: unknown): string {
  return JSON.stringify(state).replaceAll('\\u0000', '\\ufffd')
}

async function read(
  trx: { rawQuery<T>(sql: string, bindings: string[]): Promise<T> },
  workspaceId: string,
  integrationId: string,
  lock: '' | 'for update',
): Promise<unknown> {
  const { rows } = await trx.rawQuery<{ rows: { state: unknown }[] }>(
    `select state from integrations where workspace_id = ? and id = ? ${lock}`,
    [workspaceId, integrationId],
  )
  return rows[0]?.state ?? undefined
}
