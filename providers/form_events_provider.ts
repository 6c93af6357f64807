import type { ApplicationService } from '@adonisjs/core/types'

/** Tells and hears what happens to forms on other nodes: the web process listens, commands only tell. */
export default class FormEventsProvider {
  constructor(protected app: ApplicationService) {}

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { listenToOtherNodes } = await import('#app/forms/events')
    await listenToOtherNodes()
  }

  async shutdown() {
    const { endEvents } = await import('#app/forms/events')
    await endEvents()
  }
}
