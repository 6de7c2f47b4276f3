// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hasStoredIdentity, identityEntry, storedToken } from './stored-token'

beforeEach(() => {
  window.__karada = {
    appEnv: 'demo',
    firebase: { apiKey: 'key', authDomain: '', projectId: '' },
    authEmulatorUrl: null,
    clubAdminUrl: null,
    mapsKey: null,
    videoHost: null,
    earlyToken: true,
  }
})
afterEach(() => localStorage.clear())

const store = (entry: unknown) => localStorage.setItem(identityEntry(), JSON.stringify(entry))

test('a token valid for more than 30 seconds is used before the SDK has started', () => {
  store({ stsTokenManager: { accessToken: 'live', expirationTime: Date.now() + 60_000 } })
  expect(storedToken()).toBe('live')
})

test('a token in its last 30 seconds is left to the SDK', () => {
  store({ stsTokenManager: { accessToken: 'old', expirationTime: Date.now() + 29_000 } })
  expect(storedToken()).toBeNull()
  expect(hasStoredIdentity()).toBe(true)
})

test.each([
  {},
  { stsTokenManager: {} },
  { stsTokenManager: { accessToken: 1, expirationTime: Date.now() + 60_000 } },
  [],
])('an entry of another form (%j) is left to the SDK', (entry) => {
  store(entry)
  expect(storedToken()).toBeNull()
})

test('an entry that is no JSON is left to the SDK', () => {
  localStorage.setItem(identityEntry(), '{')
  expect(storedToken()).toBeNull()
})
