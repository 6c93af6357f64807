/** The address of the sign-in page that comes back to where the person was. */
export function signInPath(place: { pathname: string; search: string }): string {
  if (place.pathname === '/' || place.pathname === '/home') return '/login'
  return `/login?next=${encodeURIComponent(place.pathname + place.search)}`
}

/** Where to go after signing in: a path of this app, never another site. */
export function nextPath(search: URLSearchParams): string {
  const next = search.get('next') ?? ''
  // Read as a browser reads it: it drops tabs and line ends, and takes a backslash for a slash.
  const own = 'https://formwright.invalid'
  if (!next.startsWith('/') || !URL.canParse(next, own)) return '/home'
  const url = new URL(next, own)
  return url.origin === own && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : '/home'
}
