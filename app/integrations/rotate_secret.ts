import encryption from '@adonisjs/core/services/encryption'
import type { NewSecret } from '#api_types/integrations'
import { noSecret } from '#app/integrations/errors'
import type { Integration } from '#app/integrations/integration'
import { installedKind } from '#app/integrations/kinds'
import { OVERLAP_MS, rotate, seal, unseal } from '#app/integrations/secrets'

/** Puts a new secret in front of the present one, which stays valid until `previous_until`. */
export async function rotateSecret(integration: Integration, now: number): Promise<NewSecret> {
  const { secret } = installedKind(integration.kind).definition
  if (!secret) throw noSecret()
  const present = integration.secrets === null ? [] : unseal(encryption, integration, integration.secrets)
  const secrets = rotate(present, secret.prefix, now)
  integration.secrets = seal(encryption, integration, secrets)
  await integration.save()
  return {
    secret: secrets[0]?.secret,
    previous_until: secrets.length > 1 ? new Date(now + OVERLAP_MS).toISOString() : null,
  }
}
