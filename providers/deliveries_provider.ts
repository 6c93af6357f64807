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
    const background = new DeliveryBackground(deliverySettings())
    background.start()
    return () => background.stop()
  }
}
