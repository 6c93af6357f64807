const ADDRESS = /"(\/media\/[0-9a-f-]{36}\/[0-9a-f]{64})"/g
/** So many are asked for; who pastes more learns of these. */
const MOST_ASKED = 50

/** The addresses of the media files that JSON names, each once. */
export function mediaIn(json: string): string[] {
  return [...new Set([...json.matchAll(ADDRESS)].flatMap(([, address]) => address ?? []))]
}

/** How many of these media files the server no longer has. One of which nothing can be learned counts as there. */
export async function countGone(addresses: readonly string[]): Promise<number> {
  const asked = addresses.slice(0, MOST_ASKED).map(async (address) => {
    try {
      return (await fetch(address, { method: 'HEAD' })).status === 404
    } catch {
      return false
    }
  })
  return (await Promise.all(asked)).filter(Boolean).length
}
