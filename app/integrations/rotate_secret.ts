import encryption from '@adonisjs/core/services/encryption'
import type { NewSecret } from '#api_types/integrations'
import { noSecret } from '#app/integrations/errors'
import type { Integration } from '#app/integrations/integration'
import { installedKind } from '#app/integrations/kinds'
import { openSecrets, OVERLAP_MS, rotate, seal } from '#app/integrations/secrets'
import { wakeSetAnew } from '#app/integrations/wake_waiting'
import type { Scope } from '#app/workspaces/within'

/**
 * Puts a new secret in front of the present one, which stays valid until `previous_until`. One that cannot be read is
 * replaced, and what waited for it goes.
 */
export async function rotateSecret(scope: Scope, integration: Integration, now: number): Promise<NewSecret> {
  const { secret } = installedKind(integration.kind).definition
  if (!secret) throw noSecret()
  const secrets = rotate(openSecrets(encryption, integration) ?? [], secret.prefix, now)
  integration.secrets = seal(encryption, integration, secrets)
  await integration.save()
  await wakeSetAnew(scope, integration.id)
  return {
    secret: secrets[0]?.secret,
    previous_until: secrets.length > 1 ? new Date(now + OVERLAP_MS).toISOString() : null,
  }
}
