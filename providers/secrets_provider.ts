import { WorkBesideProvider } from './work_beside.ts'

/** Says once, shortly after the start, what was stored with another key than this server has (`APP_KEY`). */
export default class SecretsProvider extends WorkBesideProvider {
  protected async begin(): Promise<() => Promise<void>> {
    const { unreadSecrets } = await import('#app/instance/unread_secrets')
    const logger = await this.app.container.make('logger')
    for (const sentence of await unreadSecrets()) logger.warn(sentence)
    return async () => undefined
  }
}
