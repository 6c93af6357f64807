import type { ApplicationService } from '@adonisjs/core/types'

/** Keeps the web process listening for what happens to forms on other nodes. */
export default class FormEventsProvider {
  constructor(protected app: ApplicationService) {}

  async ready() {
    const { listenToOtherNodes } = await import('#app/forms/events')
    await listenToOtherNodes()
  }

  async shutdown() {
    const { stopListening } = await import('#app/forms/events')
    await stopListening()
  }
}
