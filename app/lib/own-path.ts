const origin = 'https://own.invalid'

/** The address to return to after sign-in: a path of this app, or the dashboard for anything else. */
export function ownPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || wanted.length > 2000) return '/dashboard'
  try {
    const url = new URL(wanted, origin)
    const path = url.pathname + url.search + url.hash
    // Throws where it cannot be decoded, as the router would.
    const page = decodeURIComponent(url.pathname)
    const foreign = url.origin !== origin || path.startsWith('//') || page === '/login' || page.startsWith('/login/')
    return foreign ? '/dashboard' : path
  } catch {
    return '/dashboard'
  }
}
