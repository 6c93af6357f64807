/** A text that tells when it changes. */
export interface TextSource<Value> {
  get(): Value
  subscribe(listener: () => void): () => void
}
