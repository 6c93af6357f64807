/** A service that plays films in a frame of its own. */
export interface Player {
  origin: string
  /** the frame's address: it plays at once, for somebody pressed Play */
  src: string
}

const YOUTUBE = 'https://www.youtube-nocookie.com'
const VIMEO = 'https://player.vimeo.com'

/** What plays the film at an address of YouTube or Vimeo; undefined where that is none. It imports nothing: pages load it late. */
export function playerOf(address: string): Player | undefined {
  // Safari knows `URL.parse` only since version 18
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'https:') return undefined
  const host = url.hostname.replace(/^(www|m)\./, '')
  if (host === 'youtu.be' || host === 'youtube.com' || host === 'youtube-nocookie.com') return youtube(url)
  return host === 'vimeo.com' || host === 'player.vimeo.com' ? vimeo(url) : undefined
}

function youtube({ hostname, pathname, searchParams }: URL): Player | undefined {
  const short = hostname === 'youtu.be' ? /^\/([^/]+)\/?$/ : /^\/(?:embed|shorts|live)\/([^/]+)\/?$/
  const id = short.exec(pathname)?.[1] ?? (pathname === '/watch' ? searchParams.get('v') : null)
  if (!id || !/^[\w-]{6,20}$/.test(id)) return undefined
  const start = secondsOf(searchParams.get('t') ?? searchParams.get('start') ?? '')
  const from = start > 0 ? `&start=${start}` : ''
  return { origin: YOUTUBE, src: `${YOUTUBE}/embed/${id}?autoplay=1&rel=0${from}` }
}

/** `90`, `90s` and `1m30s`. */
function secondsOf(text: string): number {
  const [, hours = 0, minutes = 0, seconds = 0] =
    /^(?:(\d{1,3})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(text) ?? []
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

function vimeo({ pathname, searchParams }: URL): Player | undefined {
  const [, id, hash = searchParams.get('h') ?? ''] =
    /^\/(?:video\/)?(\d{4,12})(?:\/(\w+))?\/?$/.exec(pathname) ?? []
  if (id === undefined) return undefined
  const unlisted = /^\w{1,40}$/.test(hash) ? `&h=${hash}` : ''
  return { origin: VIMEO, src: `${VIMEO}/video/${id}?autoplay=1&dnt=1${unlisted}` }
}
