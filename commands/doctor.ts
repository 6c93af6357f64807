import { BaseCommand } from '@adonisjs/core/ace'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type FaultCount, FAULTS_FILE, readFaults } from '../app/plugins/fault_counts.ts'
import { missingKinds } from '../app/plugins/missing_kinds.ts'
import { plugins } from '../app/plugins/registry.ts'
import { takeStrayFaults } from '../app/plugins/stray_faults.ts'
import { PluginError } from '#app/plugins/scan'
import env from '#start/env'

/** How long ago something may have died to be worth telling, in milliseconds. */
const RECENT = 24 * 3600 * 1000

/**
 * `node ace doctor`: every plugin with its version and state, and what died or failed in the last day; exit
 * code 1 when a plugin cannot be used.
 */
export default class Doctor extends BaseCommand {
  static override commandName = 'doctor'
  static override description =
    'List the plugins of this server, what keeps one from being used, what failed and what died'

  override async run(): Promise<void> {
    takeStrayFaults()
    try {
      await plugins.load(fileURLToPath(this.app.appRoot))
    } catch (error) {
      if (!(error instanceof PluginError)) throw error
      this.logger.error(error.message)
      this.exitCode = 1
      return
    }
    const unusable = plugins.unusable()
    const table = this.ui.table().head(['Family', 'Kind', 'Version', 'Comes from', 'State'])
    const rows = [
      ...plugins.installed().map((plugin) => ({ ...plugin, state: 'in use' })),
      ...unusable.map((plugin) => ({ ...plugin, state: 'cannot be used' })),
    ]
    for (const { family, kind, version, from, folder, state } of rows)
      table.row([family, kind, String(version ?? '?'), from ?? folder, state])
    table.render()
    for (const { at, program, reason } of recentDeaths())
      this.logger.warning(`${program} ${reason} at ${at}, and was started again.`)
    for (const fault of readFaults(join(env.get('STORAGE_DIR'), FAULTS_FILE)))
      this.logger.warning(sentenceOf(fault))
    await this.#sayMissing()
    for (const { family, kind, reason } of unusable) this.logger.error(`${family}/${kind}: ${reason}`)
    if (unusable.length > 0) this.exitCode = 1
    else this.logger.success('Every plugin is in use.')
  }

  /** What forms and integrations use that is not installed any more; not where there is no database to ask. */
  async #sayMissing(): Promise<void> {
    const url = env.get('DATABASE_OPERATOR_URL')
    if (url === undefined) return
    try {
      for (const sentence of await missingKinds(url, plugins.installed())) this.logger.warning(sentence)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      this.logger.warning(`Which kinds are used and not installed cannot be said: ${why}.`)
    }
  }
}

const CALLED: Readonly<Record<FaultCount['of'], string>> = {
  blocks: 'plugin',
  integrations: 'integration',
  connections: 'service',
}

function sentenceOf({ of, kind, version, member, reason, count, last }: FaultCount): string {
  const often = count === 1 ? 'once' : `${count} times`
  return `The ${CALLED[of]} “${kind}” (version ${version ?? '?'}) failed in “${member}” ${often}, last at ${last}: ${reason}`
}

/** What `npm start` wrote down (scripts/deaths.mjs); nothing where the file is not whole. */
function recentDeaths(): { at: string; program: string; reason: string }[] {
  try {
    const file = join(env.get('STORAGE_DIR'), 'deaths.json')
    const deaths: { at: string; program: string; reason: string }[] = JSON.parse(readFileSync(file, 'utf8'))
    return deaths.filter(({ at }) => Date.parse(at) > Date.now() - RECENT)
  } catch {
    // none yet, or the machine went down while it was written: the next one is written anew
    return []
  }
}
