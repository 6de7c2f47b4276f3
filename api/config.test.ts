import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const production = {
  APP_ENV: 'production',
  FIREBASE_PROJECT_ID: 'karada-desk',
  FIREBASE_CLIENT_EMAIL: 'signer@karada-desk.iam.gserviceaccount.com',
  FIREBASE_PRIVATE_KEY: 'PEM',
}

/** What the person at the terminal reads. */
const refusal = (environment: Record<string, string | undefined>) => {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'accepted'
}

test.each([[{}], [{ FIREBASE_CLIENT_EMAIL: 'signer@karada-desk.iam.gserviceaccount.com' }]])(
  'nothing that is missing makes the demo believe unsigned tokens: %o',
  (environment) => {
    expect(refusal(environment)).toContain('FIREBASE_AUTH_EMULATOR_HOST')
  },
)

test('production starts with a service account of its own', () => {
  expect(readConfig(production).identity.kind).toBe('google')
})

test.each([
  ['FIREBASE_AUTH_EMULATOR_HOST', { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }],
  ['FIREBASE_PROJECT_ID', { FIREBASE_PROJECT_ID: undefined }],
  ['FIREBASE_PROJECT_ID', { FIREBASE_PROJECT_ID: 'demo-karada-desk' }],
  ['FIREBASE_CLIENT_EMAIL', { FIREBASE_CLIENT_EMAIL: undefined }],
  ['FIREBASE_PRIVATE_KEY', { FIREBASE_PRIVATE_KEY: '' }],
])('production refuses to start with one line that names %s', (name, change) => {
  const line = refusal({ ...production, ...change })
  expect(line).toContain(name)
  expect(line).not.toContain('\n')
})

test.each([
  'firebase.example.com:9099',
  '0.0.0.0:9099',
  '127.0.0.1.example.com:9099',
  'http://127.0.0.1:9099',
  '10.0.0.1:9099',
])('an emulator at %s is refused: only this machine’s own is believed', (host) => {
  expect(refusal({ FIREBASE_AUTH_EMULATOR_HOST: host })).toContain('FIREBASE_AUTH_EMULATOR_HOST')
})

test.each([
  ['API_PORT', '0'],
  ['API_PORT', 'http'],
  ['API_PORT', '70000'],
  ['APP_ENV', 'staging'],
  ['LOG_LEVEL', 'loud'],
])('%s=%s is refused by name', (name, value) => {
  expect(refusal({ [name]: value })).toContain(name)
})

test('pictures lie beside the database, or in the folder that is named', () => {
  expect(readConfig({ ...production, DATA_DIR: '/data' }).storageFolder).toBe('/data/uploads')
  expect(readConfig({ ...production, STORAGE_URL: 'file:///srv/pictures' }).storageFolder).toBe('/srv/pictures')
})

test.each(['s3://bucket', '/srv/pictures', 'https://example.jp/', 'file://host/share'])(
  'a store that does not exist yet is refused at the start: %s',
  (STORAGE_URL) => {
    expect(refusal({ ...production, STORAGE_URL })).toContain('STORAGE_URL')
  },
)
