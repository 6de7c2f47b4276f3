// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSession } from './leave'
import { identityEntry } from './stored-token'
import { isOthersTab, onOthers, ownToken, tabBelongsTo } from './tab-person'

const tokenOf = (uid: string) => `head.${btoa(JSON.stringify({ sub: uid }))}.signature`

/** Another tab signs them in. */
const signIn = (uid: string, expirationTime = Date.now() + 3_600_000) =>
  localStorage.setItem(
    identityEntry(),
    JSON.stringify({ uid, stsTokenManager: { accessToken: tokenOf(uid), expirationTime } }),
  )

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
afterEach(() => {
  localStorage.clear()
  tabBelongsTo(null)
})

test('a tab belongs to whoever its first call is of, and takes no token of anybody else', () => {
  signIn('staff-1')
  expect(ownToken(tokenOf('staff-1'))).toBe(tokenOf('staff-1'))
  const listener = vi.fn()
  onOthers(listener)
  signIn('staff-2')
  expect(() => ownToken(tokenOf('staff-1'))).toThrow(/別のスタッフ/)
  expect(listener).toHaveBeenCalledOnce()
})

test('it is theirs again once they have signed in again, not when the other has signed out', () => {
  signIn('staff-1')
  ownToken(tokenOf('staff-1'))
  signIn('staff-2')
  expect(isOthersTab()).toBe(true)
  localStorage.removeItem(identityEntry())
  expect(isOthersTab()).toBe(true)
  signIn('staff-1')
  expect(isOthersTab()).toBe(false)
})

test('an SDK that is later than the storage does not sign a call with the other person’s token', () => {
  signIn('staff-1')
  ownToken(tokenOf('staff-1'))
  expect(ownToken(tokenOf('staff-2'))).toBe(tokenOf('staff-1'))
  signIn('staff-1', 0)
  expect(() => ownToken(tokenOf('staff-2'))).toThrow(/別のスタッフ/)
})

test('a tab whose session has ended leaves the other person’s sign-in as it is', async () => {
  signIn('staff-1')
  ownToken(tokenOf('staff-1'))
  signIn('staff-2')
  await endSession()
  expect(localStorage.getItem(identityEntry())).not.toBeNull()
})
