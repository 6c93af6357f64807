/** Everything that is written to the console, until it is stopped. */
export function listenToLog(): { lines: readonly string[]; stop: () => void } {
  const lines: string[] = []
  const { stdout, stderr } = process
  const restores = [stdout, stderr].map((stream) => {
    const write = stream.write.bind(stream)
    stream.write = (chunk: string | Uint8Array) => {
      lines.push(String(chunk))
      return write(chunk)
    }
    return () => {
      stream.write = write
    }
  })
  return { lines, stop: () => restores.forEach((restore) => restore()) }
}
