import { secureHeaders } from 'hono/secure-headers'

const off: string[] = []

/** For every answer. The API serves data, so nothing may run, be framed or be read by another origin. */
export const securityHeaders = secureHeaders({
  strictTransportSecurity: 'max-age=31536000; includeSubDomains',
  xFrameOptions: 'DENY',
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
  },
  permissionsPolicy: { camera: off, microphone: off, geolocation: off, payment: off, usb: off, clipboardRead: off },
  // HTML pages such as /docs bring their own policy.
  overwrite: false,
})
