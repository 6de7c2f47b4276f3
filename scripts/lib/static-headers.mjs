/** Headers of static files: they cannot run as a page or be embedded by other origins. */
export const staticHeaders = {
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
}

/** Names under /assets/ carry a hash of their content. */
export const immutable = 'public, max-age=31536000, immutable'
export const briefly = 'public, max-age=3600'

/** The headers as Cloudflare's `_headers` file has them. */
export const headersFile = () =>
  [
    '/*',
    ...Object.entries(staticHeaders).map(([name, value]) => `  ${name}: ${value}`),
    `  Cache-Control: ${briefly}`,
    '/assets/*',
    // Without it Cloudflare joins both values.
    '  ! Cache-Control',
    `  Cache-Control: ${immutable}`,
    '',
  ].join('\n')
