import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { missingPlatformPackages, platformOf } from './lib/lockfile.mjs'

test('package-lock.json lists every platform’s packages, so that npm ci accepts it (npm run lock:complete)', () => {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
  expect(Object.keys(missingPlatformPackages(lock.packages))).toEqual([])
})

test('every package has its integrity, but for development tools on platforms whose builds our registry lacks', () => {
  const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
  const runsHere = { os: 'linux', cpu: 'x64', libc: 'glibc' }
  const unverified = Object.entries(packages as Record<string, Record<string, unknown>>).filter(
    ([path, { integrity, link }]) => path !== '' && !link && !integrity,
  )
  const elsewhere = unverified.filter(
    ([, locked]) =>
      locked.dev &&
      locked.optional &&
      Object.entries(runsHere).some(([key, ours]) => locked[key] && !(locked[key] as string[]).includes(ours)),
  )
  expect(unverified).toEqual(elsewhere)
})

test('a platform package that another version shadows is missed, at its owner', () => {
  const packages = {
    'node_modules/tool': { version: '2.0.0', dev: true, optionalDependencies: { '@tool/win32-x64': '2.0.0' } },
    'node_modules/@tool/win32-x64': { version: '1.0.0', optional: true },
  }
  expect(missingPlatformPackages(packages)).toEqual({
    'node_modules/tool/node_modules/@tool/win32-x64': {
      version: '2.0.0',
      cpu: ['x64'],
      os: ['win32'],
      dev: true,
      optional: true,
    },
  })
})

test.each([
  ['@biomejs/cli-linux-arm64-musl', { cpu: ['arm64'], libc: ['musl'], os: ['linux'] }],
  ['@cloudflare/workerd-windows-64', { cpu: ['x64'], os: ['win32'] }],
  ['@tailwindcss/oxide-wasm32-wasi', { cpu: ['wasm32'] }],
])('%s runs where its name says', (name, platform) => {
  expect(platformOf(name)).toEqual(platform)
})
