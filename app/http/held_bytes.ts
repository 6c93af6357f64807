/**
 * What is in memory for clients that take their time. Once it is too much those are cut off that have taken longest: who is
 * quick is through by then.
 */
export class HeldBytes<Client extends { destroy(): unknown }> {
  /** the bytes of each, in the order in which they came */
  readonly #held = new Map<Client, number>()
  readonly #most: number
  #bytes = 0

  constructor(most: number) {
    this.#most = most
  }

  add(client: Client, bytes: number): void {
    this.#held.set(client, (this.#held.get(client) ?? 0) + bytes)
    this.#bytes += bytes
    for (const [longest] of this.#held) {
      if (this.#bytes <= this.#most) return
      this.remove(longest)
      longest.destroy()
    }
  }

  remove(client: Client): void {
    this.#bytes -= this.#held.get(client) ?? 0
    this.#held.delete(client)
  }
}
