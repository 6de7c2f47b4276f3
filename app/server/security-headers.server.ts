import type { PublicConfig } from './environment.server'

/** Hosts of place photos: the API's, and the one it redirects to. */
const placePhotoOrigins = ['https://maps.googleapis.com', 'https://lh3.googleusercontent.com']
const identityOrigins = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']

/** Set on every response of the app's server; the nonce is per document. */
export function securityHeaders(nonce: string, config: PublicConfig): [name: string, value: string][] {
  const identity = config.authEmulatorUrl ? [new URL(config.authEmulatorUrl).origin] : identityOrigins
  const videoOrigins = config.videoHost ? [`https://${config.videoHost}`] : []
  const development = import.meta.env.DEV
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    // Vite's development server injects style elements.
    development ? `style-src 'self' 'unsafe-inline'` : `style-src-elem 'self' 'nonce-${nonce}'`,
    // React and recharts set style attributes; no user-provided text ever becomes one.
    `style-src-attr 'unsafe-inline'`,
    ['img-src', `'self'`, 'data:', 'blob:', ...(config.mapsKey ? placePhotoOrigins : []), ...videoOrigins].join(' '),
    ...videoOrigins.map((origin) => `frame-src ${origin}`),
    `font-src 'self'`,
    `connect-src 'self' ${identity.join(' ')}${development ? ' ws:' : ''}`,
    `manifest-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `object-src 'none'`,
  ]
  return [
    ['content-security-policy', policy.join('; ')],
    ['strict-transport-security', 'max-age=63072000; includeSubDomains'],
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'no-referrer'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    ['permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
    ['x-frame-options', 'DENY'],
  ]
}
