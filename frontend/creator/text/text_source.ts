/** A text that tells when it changes. */
export interface TextSource {
  get(): string
  subscribe(listener: () => void): () => void
}
