import type { DeliveryCounts } from '#app/integrations/delivery_counts'
import type { Integration } from '#app/integrations/integration'
import { installedKind, readSettings } from '#app/integrations/kinds'

/** An integration as its creator sees it. Secrets are not part of it: they are shown once, when they are made. */
export function integrationJson(integration: Integration, counts?: DeliveryCounts) {
  const kind = installedKind(integration.kind)
  const settings = kind && settingsOrUndefined(() => readSettings(kind, integration))
  return {
    id: integration.id,
    kind: integration.kind,
    /** false when the plugin is not installed any more, or cannot read what is stored */
    known: settings !== undefined,
    v: kind ? kind.definition.version : integration.v,
    name: integration.name,
    settings: settings ?? integration.settings,
    summary: kind && settings ? kind.summary(settings) : '',
    events: integration.events,
    condition: integration.condition,
    enabled: integration.enabled,
    paused: integration.pausedAt && { at: integration.pausedAt.toISO(), reason: integration.pauseReason },
    failing_since: integration.failingSince?.toISO() ?? null,
    failed_deliveries: counts?.failed ?? 0,
    waiting_deliveries: counts?.waiting ?? 0,
    has_secret: integration.secrets !== null,
    created_at: integration.createdAt.toISO(),
    updated_at: integration.updatedAt.toISO(),
  }
}

function settingsOrUndefined<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
