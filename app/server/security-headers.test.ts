import { expect, test } from 'vitest'
import type { PublicConfig } from './environment.server'
import { securityHeaders } from './security-headers.server'

const config: PublicConfig = {
  appEnv: 'demo',
  firebase: { apiKey: 'key', authDomain: 'demo.example.jp', projectId: 'demo' },
  authEmulatorUrl: null,
  clubAdminUrl: null,
  mapsKey: null,
  videoHost: null,
  earlyToken: true,
}
const picturesOf = (mapsKey: string | null) =>
  securityHeaders('nonce', { ...config, mapsKey })
    .find(([name]) => name === 'content-security-policy')?.[1]
    .match(/img-src ([^;]+)/)?.[1]

test('pictures come from this site alone, unless the maps service has a key', () => {
  expect(picturesOf(null)).toBe("'self' data: blob:")
  expect(picturesOf('maps-key')).toBe(
    "'self' data: blob: https://maps.googleapis.com https://lh3.googleusercontent.com",
  )
})

test('frames are of the video host alone, and there is none without one', () => {
  const policyOf = (videoHost: string | null) =>
    securityHeaders('nonce', { ...config, videoHost }).find(([name]) => name === 'content-security-policy')?.[1]
  expect(policyOf(null)).not.toContain('frame-src')
  expect(policyOf(null)).toContain("default-src 'none'")
  expect(policyOf('video.example.jp')).toContain('; frame-src https://video.example.jp;')
  expect(policyOf('video.example.jp')).toContain("img-src 'self' data: blob: https://video.example.jp;")
})
