import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const serveApp = fileURLToPath(new URL('serve-app.ts', import.meta.url))
const production = {
  APP_ENV: 'production',
  VITE_FIREBASE_API_KEY: 'AIzaSy-of-our-own',
  VITE_FIREBASE_PROJECT_ID: 'karada-desk',
  ADMIN_API_BASE_URL: 'https://api.example.jp',
}

/** What the person at the terminal reads when the app does not start. */
async function refusal(environment: Record<string, string>) {
  const child = spawn(process.execPath, [serveApp], { env: { PATH: process.env.PATH, ...environment } })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const [code] = await once(child, 'close')
  return { code, lines: said.trim().split('\n') }
}

test.each([
  ['VITE_FIREBASE_AUTH_EMULATOR_URL', { VITE_FIREBASE_AUTH_EMULATOR_URL: 'http://127.0.0.1:9099' }],
  ['VITE_FIREBASE_API_KEY', { VITE_FIREBASE_API_KEY: '' }],
  ['VITE_FIREBASE_API_KEY', { VITE_FIREBASE_API_KEY: 'demo-key' }],
  ['VITE_FIREBASE_PROJECT_ID', { VITE_FIREBASE_PROJECT_ID: 'demo-karada-desk' }],
  ['VITE_FIREBASE_API_KEY', { APP_ENV: '', VITE_FIREBASE_API_KEY: '' }],
  ['ADMIN_API_BASE_URL', { ADMIN_API_BASE_URL: '' }],
  ['ADMIN_API_BASE_URL', { ADMIN_API_BASE_URL: 'http://api.example.jp' }],
  ['ADMIN_API_BASE_URL', { ADMIN_API_BASE_URL: 'api.example.jp' }],
])('the app in production refuses to start with one line that names %s', async (name, change) => {
  expect(await refusal({ ...production, ...change })).toEqual({ code: 1, lines: [expect.stringContaining(name)] })
})

test.each([
  ['APP_ENV', 'staging'],
  ['PORT', 'http'],
  ['PORT', '70000'],
  ['VITE_FIREBASE_AUTH_EMULATOR_URL', 'https://auth.example.jp'],
  ['VITE_FIREBASE_AUTH_EMULATOR_URL', '127.0.0.1:9099'],
])('the app refuses %s=%s by name', async (name, value) => {
  expect(await refusal({ APP_ENV: 'demo', [name]: value })).toEqual({ code: 1, lines: [expect.stringContaining(name)] })
})
