import { useSyncExternalStore } from 'react'
import type { PluginFaultReport } from '../../../api_types/plugins.ts'
import { errorWords } from '../../../engine/faults.ts'
import { api } from '../../api/client.ts'

/** What a plugin threw in this browser. */
export interface PluginFault extends Omit<PluginFaultReport, 'reason'> {
  version: number
  error: unknown
  /** it came when nothing was drawn: what stands there goes on */
  stray?: true
}

const told = new Map<string, PluginFault>()
const watchers = new Set<() => void>()
let all: readonly PluginFault[] = []

/** Tells the server of it, once for each plugin and part while the page is open, and whoever shows faults. */
export function reportFault(fault: PluginFault): void {
  const { family, kind, part, error, stray } = fault
  const name = `${family} ${kind} ${part} ${stray}`
  if (told.has(name)) return
  told.set(name, fault)
  all = [...told.values()]
  for (const watcher of watchers) watcher()
  const report: PluginFaultReport = { family, kind, part, reason: errorWords(error) || 'It did not say why.' }
  // it is shown where it happened: that the server does not hear of it is no more to say
  void api.post('/api/plugins/faults', report).catch(() => undefined)
}

/** What plugins threw since the page was opened. */
export function usePluginFaults(): readonly PluginFault[] {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => all,
  )
}

/** What is said of it, as the end of a sentence. */
export function faultWords({ kind, version, part, error }: Omit<PluginFault, 'family'>): string {
  return `the plugin “${kind}” (version ${version}) failed in “${part}”: ${errorWords(error)}`
}
