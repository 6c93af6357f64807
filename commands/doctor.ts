import { BaseCommand } from '@adonisjs/core/ace'
import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type FaultCount, FAULTS_FILE, readFaults } from '../app/plugins/fault_counts.ts'
import { leftOutOfBuild } from '../app/plugins/left_out.ts'
import { missingKinds } from '../app/plugins/missing_kinds.ts'
import { plugins } from '../app/plugins/registry.ts'
import { STALLS_FILE, tooOftenStalled } from '../app/plugins/stalls.ts'
import { takeStrayFaults } from '../app/plugins/stray_faults.ts'
import { isAway } from '#app/http/outage'
import { instanceSender } from '#app/mail/sender'
import { whyUnusable } from '#app/mail/smtp'
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
      const root = fileURLToPath(this.app.appRoot)
      const stalled = tooOftenStalled(join(env.get('STORAGE_DIR'), STALLS_FILE))
      await plugins.load(root, [...leftOutOfBuild(root), ...stalled])
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
    for (const { at, program, reason, times = 1, last = at } of recentDeaths())
      this.logger.warning(
        times === 1
          ? `${program} ${reason} (at ${at}), and was started again.`
          : `${program} ${reason} (${times} times from ${at} to ${last}), and was started again.`,
      )
    this.#sayRoom()
    await this.#sayMail()
    for (const fault of readFaults(join(env.get('STORAGE_DIR'), FAULTS_FILE)))
      this.logger.warning(sentenceOf(fault))
    await this.#sayStored()
    for (const { family, kind, reason } of unusable) this.logger.error(`${family}/${kind}: ${reason}`)
    if (unusable.length > 0) this.exitCode = 1
    else this.logger.success('Every plugin is in use.')
  }

  /** How little room there is on the disk, and what follows from that. */
  #sayRoom(): void {
    const storage = env.get('STORAGE_DIR')
    // nothing has been stored yet
    if (!existsSync(storage)) return
    const { bavail, bsize } = statfsSync(storage)
    const floor = env.get('DISK_FLOOR_GB', 1)
    if (bavail * bsize >= floor * 1_000_000_000) return
    const free = Math.floor((bavail * bsize) / 1_000_000)
    this.logger.warning(
      `The disk of STORAGE_DIR (${storage}) has ${free} MB free: below ${floor} GB (DISK_FLOOR_GB) no file is taken, and once it is full nothing is stored. Make room there.`,
    )
  }

  /** Whether the mail server of the instance lets us in. */
  async #sayMail(): Promise<void> {
    try {
      const sender = instanceSender()
      const reason = sender && (await whyUnusable(sender.server))
      if (sender && reason !== undefined)
        this.logger.warning(
          `No mail can be sent by ${sender.server.host}:${sender.server.port} (SMTP_URL): ${reason} What is to be sent waits.`,
        )
    } catch (error) {
      this.logger.warning(error instanceof Error ? error.message : String(error))
    }
  }

  /**
   * What forms and integrations use that is not installed any more, what was sealed with another key, and which files and rows
   * have lost each other; not where there is no database to ask.
   */
  async #sayStored(): Promise<void> {
    const url = env.get('DATABASE_OPERATOR_URL')
    if (url === undefined) return
    try {
      for (const sentence of await missingKinds(url, plugins.installed())) this.logger.warning(sentence)
      await this.app.boot()
      const { unreadSecrets } = await import('#app/instance/unread_secrets')
      for (const sentence of await unreadSecrets()) this.logger.warning(sentence)
      const { lostFiles } = await import('#app/instance/lost_files')
      for (const sentence of await lostFiles()) this.logger.warning(sentence)
      const { wrongClocks } = await import('#app/instance/clock')
      for (const sentence of await wrongClocks()) this.logger.warning(sentence)
    } catch (error) {
      const why = isAway(error)
        ? 'it does not answer. Start Formwright (npm start) or its database, and ask again'
        : error instanceof Error
          ? error.message
          : String(error)
      this.logger.warning(
        `The database could not be asked which kinds are missing, which secrets cannot be read and which files are lost: ${why}.`,
      )
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

/** As `npm start` writes it down (scripts/deaths.mjs). */
interface Death {
  at: string
  program: string
  reason: string
  /** how often it followed itself, and when for the last time; an earlier version wrote neither */
  times?: number
  last?: string
}

/** What died of late; nothing where the file is not whole. */
function recentDeaths(): Death[] {
  try {
    const file = join(env.get('STORAGE_DIR'), 'deaths.json')
    const deaths: Death[] = JSON.parse(readFileSync(file, 'utf8'))
    return deaths.filter(({ at, last = at }) => Date.parse(last) > Date.now() - RECENT)
  } catch {
    // none yet, or the machine went down while it was written: the next one is written anew
    return []
  }
}
