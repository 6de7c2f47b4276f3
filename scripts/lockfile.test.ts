import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { missingPlatformPackages, platformOf } from './lib/lockfile.mjs'

test('package-lock.json lists every platform’s packages, so that npm ci accepts it (npm run lock:complete)', () => {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
  expect(Object.keys(missingPlatformPackages(lock.packages))).toEqual([])
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
