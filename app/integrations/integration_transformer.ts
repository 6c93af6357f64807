import encryption from '@adonisjs/core/services/encryption'
import logger from '@adonisjs/core/services/logger'
import type { Integration as ShownIntegration } from '#api_types/integrations'
import type { DeliveryCounts } from '#app/integrations/delivery_counts'
import type { Integration } from '#app/integrations/integration'
import { unreadReason } from '#app/integrations/errors'
import { hookPath } from '#app/integrations/hook_address'
import { bindStored } from '#app/integrations/kinds'
import { maskText } from '#app/outbound/masks'
import { openSecrets } from '#app/integrations/secrets'
import { secretParts, shownSecrets, unsealSettings } from '#app/integrations/secret_settings'
import type { InstalledIntegration } from '#app/plugins/integration'
import { plugins } from '#app/plugins/registry'

/** An integration as its creator sees it. Secrets are not part of it: they are shown once, when they are made. */
export function integrationJson(integration: Integration, counts?: DeliveryCounts): ShownIntegration {
  const kind = plugins.integration(integration.kind)
  const read = kind && readWith(kind, integration)
  const set = read?.set
  return {
    id: integration.id,
    kind: integration.kind,
    known: kind !== undefined,
    unread: read?.unread ?? null,
    v: kind ? kind.definition.version : integration.v,
    name: integration.name,
    settings: set?.settings ?? integration.settings,
    /** what is set and shown to nobody, by name */
    secret_settings: set?.secrets ?? {},
    summary: set?.summary ?? '',
    connection_id: integration.connectionId,
    waits_since: integration.waitsSince?.toJSDate().toISOString() ?? null,
    events: integration.events,
    condition: integration.condition,
    enabled: integration.enabled,
    paused: integration.pausedAt && {
      at: integration.pausedAt.toJSDate().toISOString(),
      reason: integration.pauseReason,
      cause: integration.pauseCause ?? 'failing',
    },
    failing_since: integration.failingSince?.toJSDate().toISOString() ?? null,
    failed_deliveries: counts?.failed ?? 0,
    unsure_deliveries: counts?.unsure ?? 0,
    waiting_deliveries: counts?.waiting ?? 0,
    last_day: {
      delivered: counts?.deliveredLastDay ?? 0,
      failed: counts?.failedLastDay ?? 0,
      unsure: counts?.unsureLastDay ?? 0,
    },
    last_delivered_at: counts?.lastDelivered?.toISOString() ?? null,
    has_secret: integration.secrets !== null,
    secret_unread: openSecrets(encryption, integration) === undefined,
    hooks: (kind?.definition.hooks ?? []).map(({ path, method }) => ({
      path,
      method,
      address: hookPath(integration, path),
    })),
    hook_failure:
      integration.hookFault === null || integration.hookFailedAt === null
        ? null
        : { at: integration.hookFailedAt.toJSDate().toISOString(), reason: integration.hookFault },
    created_at: integration.createdAt.toJSDate().toISOString(),
    updated_at: integration.updatedAt.toJSDate().toISOString(),
  }
}

/** What the plugin makes of the stored settings, or why they cannot be read. */
function readWith(kind: InstalledIntegration, integration: Integration) {
  try {
    const bound = bindStored(kind, integration)
    const hidden = bound.secretValues.flatMap(secretParts)
    const set = {
      settings: bound.settings,
      summary: maskText(bound.summary(), hidden),
      secrets: shownSecrets(unsealSettings(integration)),
    }
    return { set }
  } catch (error) {
    logger.warn({ err: error, integration: integration.id }, 'the settings of an integration cannot be read')
    return { unread: unreadReason(error) ?? 'What is stored of it cannot be read.' }
  }
}
