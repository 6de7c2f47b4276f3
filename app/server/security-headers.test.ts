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

test('images are allowed from this site only, and from the maps service if it has a key', () => {
  expect(picturesOf(null)).toBe("'self' data: blob:")
  expect(picturesOf('maps-key')).toBe(
    "'self' data: blob: https://maps.googleapis.com https://lh3.googleusercontent.com",
  )
})

test('frames are allowed from the video host only, or not at all without one', () => {
  const policyOf = (videoHost: string | null) =>
    securityHeaders('nonce', { ...config, videoHost }).find(([name]) => name === 'content-security-policy')?.[1]
  expect(policyOf(null)).not.toContain('frame-src')
  expect(policyOf(null)).toContain("default-src 'none'")
  expect(policyOf('video.example.jp')).toContain('; frame-src https://video.example.jp;')
  expect(policyOf('video.example.jp')).toContain("img-src 'self' data: blob: https://video.example.jp;")
})
