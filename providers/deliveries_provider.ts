import type { ApplicationService } from '@adonisjs/core/types'

/**
 * Keeps deliveries going in the web process. When it ends they drain while requests drain, and both are through before
 * the connections to the database close.
 */
export default class DeliveriesProvider {
  protected app: ApplicationService
  #stopped: Promise<void> | undefined

  constructor(app: ApplicationService) {
    this.app = app
  }

  async ready(): Promise<void> {
    const { DeliveryBackground } = await import('#app/integrations/background')
    const { deliverySettings } = await import('#app/integrations/settings')
    const background = new DeliveryBackground(deliverySettings())
    background.start()
    this.app.terminating(() => {
      this.#stopped = background.stop()
    })
  }

  async shutdown(): Promise<void> {
    await this.#stopped
  }
}
