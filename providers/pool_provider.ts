/** Closes the shared connections to the database when requests and background work are through. */
export default class PoolProvider {
  async shutdown(): Promise<void> {
    const { closePool } = await import('#app/workspaces/pool')
    await closePool()
  }
}
