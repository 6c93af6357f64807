import env from '#start/env'

/** Services whose pages are made to stand in frames. */
const KNOWN = [
  ...['www.youtube-nocookie.com', 'player.vimeo.com', 'open.spotify.com', 'w.soundcloud.com', 'www.loom.com'],
  ...['www.google.com', 'maps.google.com', 'docs.google.com', 'calendar.google.com', 'www.openstreetmap.org'],
  ...['calendly.com', 'cal.com', 'www.figma.com', 'embed.figma.com', 'www.canva.com', 'miro.com'],
  ...['codepen.io', 'airtable.com'],
]

const hosts =
  env
    .get('EMBED_HOSTS')
    ?.split(',')
    .map((host) => host.trim().toLowerCase()) ?? KNOWN

/** Whether forms of this instance may show pages of an origin in frames. */
export function mayFrame(origin: string): boolean {
  const host = URL.parse(origin)?.host
  return host !== undefined && hosts.some((entry) => fits(entry, host))
}

/** Whether a host is what an entry of the list names: `*.example.com` is what lies below, `*` is any. */
export function fits(entry: string, host: string): boolean {
  return entry === '*' || entry === host || (entry.startsWith('*.') && host.endsWith(entry.slice(1)))
}
