import { join } from 'node:path'
import { WorkBesideProvider } from './work_beside.ts'

/**
 * Keeps deliveries going in the web process. When it ends they drain while requests drain, and both are through before
 * the connections to the database close.
 */
export default class DeliveriesProvider extends WorkBesideProvider {
  protected async begin(): Promise<() => Promise<void>> {
    const { DeliveryBackground } = await import('#app/integrations/background')
    const { deliverySettings } = await import('#app/integrations/settings')
    const { pauseStalled } = await import('#app/integrations/pause_stalled')
    await pauseStalled()
    const settings = deliverySettings()
    // `npm start`, which starts again what ends, says how the server before ended
    const ending = process.env.FORMWRIGHT_ENDED
    if (ending === undefined) {
      const background = new DeliveryBackground(settings)
      background.start()
      return () => background.stop()
    }
    const { AttemptJournal, JOURNAL_FILE } = await import('#app/integrations/attempt_journal')
    const { suspectsOf } = await import('#app/integrations/after_death')
    const { STALLS_FILE } = await import('#app/plugins/stalls')
    const { default: env } = await import('#start/env')
    const storage = env.get('STORAGE_DIR')
    const journal = new AttemptJournal(join(storage, JOURNAL_FILE))
    try {
      const means = { schedule: settings.schedule, stallsFile: join(storage, STALLS_FILE) }
      const suspects = await suspectsOf(journal.left, ending, means)
      const background = new DeliveryBackground(settings, journal)
      background.start(suspects)
      return () => background.stop()
    } catch (error) {
      // it is tried again, with a journal of its own
      journal.close()
      throw error
    }
  }
}
