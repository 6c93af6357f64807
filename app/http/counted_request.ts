import { IncomingMessage } from 'node:http'

/** A body comes in so many pieces of any size; in more where they have so many bytes on average. */
const FREE_PIECES = 20_000
const BYTES_OF_PIECE = 16

/**
 * A request that counts the pieces in which its body comes, whoever reads them and when nobody does, and cuts its client off
 * where they are too many: one of a byte costs as much work as one of thousands, and four million of them held up everybody
 * for a minute.
 */
export class CountedRequest extends IncomingMessage {
  #left = FREE_PIECES

  /** What the connection gives: a piece, or null at the end of the body. */
  override push(piece: Buffer | null): boolean {
    if (piece) this.#left += piece.length / BYTES_OF_PIECE - 1
    if (this.#left >= 0) return super.push(piece)
    this.destroy()
    return false
  }

  /** Node drops what still comes of a body that nobody had read when it was answered; here it flows on, and is counted. */
  _dump(): void {
    this.resume()
  }
}
