import type { PublicConfig } from './environment.server'

/** Where a place photo is asked for, and where the answer leads. */
const placePhotoOrigins = ['https://maps.googleapis.com', 'https://lh3.googleusercontent.com']
const identityOrigins = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']

/** On every answer of the app's server; the nonce is the document's own. */
export function securityHeaders(nonce: string, config: PublicConfig): [name: string, value: string][] {
  const identity = config.authEmulatorUrl ? [new URL(config.authEmulatorUrl).origin] : identityOrigins
  const videoOrigins = config.videoHost ? [`https://${config.videoHost}`] : []
  const development = import.meta.env.DEV
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    // Vite's development server writes style elements of its own.
    development ? `style-src 'self' 'unsafe-inline'` : `style-src-elem 'self' 'nonce-${nonce}'`,
    // React and recharts set style attributes; no text of ours or of anybody becomes one.
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
