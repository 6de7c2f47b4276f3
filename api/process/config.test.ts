import { expect, test } from 'vitest'
import { ConfigError, postgresUrlOf, readConfig } from './config.ts'

const production = {
  APP_ENV: 'production',
  FIREBASE_PROJECT_ID: 'karada-desk',
  FIREBASE_CLIENT_EMAIL: 'signer@karada-desk.iam.gserviceaccount.com',
  FIREBASE_PRIVATE_KEY: 'PEM',
  DATABASE_URL: 'postgres://db.example.jp/karada',
  SMTP_URL: 'smtp://mail.example.jp:587',
  APP_URL: 'https://desk.example.jp',
  DAILY_LOG_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
}
const demo = { APP_ENV: 'demo', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }

/** The message at the terminal. */
const refusal = (environment: Record<string, string | undefined>) => {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'accepted'
}

test.each([
  [{ APP_ENV: 'demo' }],
  [{ APP_ENV: 'demo', FIREBASE_CLIENT_EMAIL: 'signer@karada-desk.iam.gserviceaccount.com' }],
])('the demo never accepts unsigned tokens because of a missing setting: %o', (environment) => {
  expect(refusal(environment)).toContain('FIREBASE_AUTH_EMULATOR_HOST')
})

test('production starts with its own service account', () => {
  expect(readConfig(production).identity.kind).toBe('google')
})

test('without APP_ENV it is production', () => {
  expect(readConfig({ ...production, APP_ENV: undefined }).environment).toBe('production')
})

test('a trial accepts the emulator of this machine, and wants a key of its own for health data', () => {
  const trial = { ...demo, APP_ENV: 'trial' }
  expect(refusal(trial)).toContain('DAILY_LOG_KEYS')
  expect(readConfig({ ...trial, DAILY_LOG_KEYS: production.DAILY_LOG_KEYS })).toMatchObject({
    environment: 'trial',
    identity: { kind: 'emulator' },
  })
})

test('production reports each missing setting on a line of its own', () => {
  const lines = refusal({}).split('\n')
  const firebase = ['FIREBASE_PROJECT_ID', 'FIREBASE_CLIENT_EMAIL', 'FIREBASE_PRIVATE_KEY']
  for (const name of [...firebase, 'DATABASE_URL', 'SMTP_URL', 'APP_URL', 'DAILY_LOG_KEYS']) {
    expect(lines.filter((line) => line.includes(name))).toHaveLength(1)
  }
  expect(lines).toHaveLength(7)
})

test('the commands accept the word for the embedded database like the API', () => {
  expect(['embedded', '', undefined].map(postgresUrlOf)).toEqual([null, null, null])
  expect(postgresUrlOf('postgres://db.example.jp/karada')).toBe('postgres://db.example.jp/karada')
})

test('production uses the embedded database where it is chosen explicitly', () => {
  expect(readConfig({ ...production, DATABASE_URL: 'embedded' }).databaseUrl).toBeNull()
})

test.each([
  ['FIREBASE_AUTH_EMULATOR_HOST', { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }],
  ['FIREBASE_PROJECT_ID', { FIREBASE_PROJECT_ID: undefined }],
  ['FIREBASE_PROJECT_ID', { FIREBASE_PROJECT_ID: 'demo-karada-desk' }],
  ['FIREBASE_CLIENT_EMAIL', { FIREBASE_CLIENT_EMAIL: undefined }],
  ['FIREBASE_PRIVATE_KEY', { FIREBASE_PRIVATE_KEY: '' }],
  ['DATABASE_URL', { DATABASE_URL: '' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://db.example.jp/karada' }],
  ['SMTP_URL', { SMTP_URL: '' }],
  ['SMTP_URL', { SMTP_URL: 'mail.example.jp' }],
  ['APP_URL', { APP_URL: 'http://desk.example.jp' }],
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
])('an emulator at %s is refused: only one on this machine is accepted', (host) => {
  expect(refusal({ ...demo, FIREBASE_AUTH_EMULATOR_HOST: host })).toContain('FIREBASE_AUTH_EMULATOR_HOST')
})

test.each([
  ['API_PORT', '0'],
  ['API_PORT', 'http'],
  ['API_PORT', '70000'],
  ['APP_ENV', 'staging'],
  ['LOG_LEVEL', 'loud'],
])('%s=%s is refused by name', (name, value) => {
  expect(refusal({ ...demo, [name]: value })).toContain(name)
})

test('pictures are stored beside the database, in the configured folder, or in a bucket', () => {
  const bucket = {
    STORAGE_URL: 's3://pictures/desk?endpoint=https://store.example.jp&region=tokyo',
    STORAGE_KEY_ID: 'id',
    STORAGE_SECRET: 'secret',
  }
  expect(readConfig({ ...production, DATA_DIR: '/data' }).storage).toEqual({ kind: 'folder', folder: '/data/uploads' })
  expect(readConfig({ ...production, STORAGE_URL: 'file:///srv/pictures' }).storage).toEqual({
    kind: 'folder',
    folder: '/srv/pictures',
  })
  expect(readConfig({ ...production, ...bucket }).storage).toEqual({
    ...{ kind: 's3', endpoint: 'https://store.example.jp', region: 'tokyo', bucket: 'pictures', prefix: 'desk' },
    ...{ keyId: 'id', secret: 'secret' },
  })
  expect(readConfig({ ...production, ...bucket, STORAGE_URL: 's3://pictures' }).storage).toMatchObject({
    ...{ endpoint: 'https://s3.us-east-1.amazonaws.com', prefix: '' },
  })
})

test.each([
  ['/srv/pictures', 'file:///'],
  ['https://example.jp/', 'file:///'],
  ['file://host/share', 'file:///'],
  ['s3://', 'no-default-bucket'],
  ['s3:///folder?endpoint=https://store.example.jp', 'no-default-bucket'],
  ['s3://id:secret@pictures', 's3://'],
  ['s3://pictures/a b', 's3://'],
  ['s3://pictures?host=store.example.jp', 's3://'],
  ['s3://pictures?endpoint=http://store.example.jp', 'https://'],
  ['s3://pictures?endpoint=https://store.example.jp/path', 'https://'],
])('a store that cannot be is refused at the start: %s', (STORAGE_URL, part) => {
  expect(refusal({ ...production, STORAGE_KEY_ID: 'id', STORAGE_SECRET: 'secret', STORAGE_URL })).toContain(part)
})

test('a bucket without its key is refused by the names of the settings', () => {
  expect(refusal({ ...production, STORAGE_URL: 's3://pictures', STORAGE_KEY_ID: 'id' })).toContain('STORAGE_SECRET')
})
