import type { ApplicationService } from '@adonisjs/core/types'

/** Shares the connections to the database, and closes the shared ones when requests and background work are through. */
export default class PoolProvider {
  constructor(protected app: ApplicationService) {}

  async boot(): Promise<void> {
    const [database, { sharePool }] = await Promise.all([
      this.app.container.make('lucid.db'),
      import('#app/workspaces/share_pool'),
    ])
    const { client } = database.connection('app').getWriteClient()
    sharePool(client, client.pool.max)
  }

  async shutdown(): Promise<void> {
    const { closePool } = await import('#app/workspaces/pool')
    await closePool()
  }
}
