/** The address of the sign-in page that comes back to where the person was. */
export function signInPath(place: { pathname: string; search: string }): string {
  if (place.pathname === '/' || place.pathname === '/home') return '/login'
  return `/login?next=${encodeURIComponent(place.pathname + place.search)}`
}

/** Where to go after signing in: a path of this app, never another site. */
export function nextPath(search: URLSearchParams): string {
  const next = search.get('next') ?? ''
  return /^\/(?![/\\])/.test(next) ? next : '/home'
}
