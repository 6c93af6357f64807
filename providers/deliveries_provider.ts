import type { ApplicationService } from '@adonisjs/core/types'
import { WorkBeside } from './work_beside.ts'

/**
 * Keeps deliveries going in the web process. When it ends they drain while requests drain, and both are through before
 * the connections to the database close.
 */
export default class DeliveriesProvider {
  #work: WorkBeside | undefined

  constructor(protected app: ApplicationService) {}

  ready(): void {
    const work = new WorkBeside(() => this.#begin())
    this.app.terminating(() => void work.stop())
    this.#work = work
  }

  async shutdown(): Promise<void> {
    await this.#work?.stop()
  }

  async #begin(): Promise<() => Promise<void>> {
    const { DeliveryBackground } = await import('#app/integrations/background')
    const { deliverySettings } = await import('#app/integrations/settings')
    const background = new DeliveryBackground(deliverySettings())
    background.start()
    return () => background.stop()
  }
}
