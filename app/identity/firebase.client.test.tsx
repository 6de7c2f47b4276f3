import { beforeEach, expect, test, vi } from 'vitest'
import { startFirebase } from './firebase.client'

const sdk = vi.hoisted(() => ({
  getIdToken: vi.fn(),
  signIn: vi.fn(),
  signOut: vi.fn(),
}))
vi.mock('firebase/app', () => ({ initializeApp: () => ({}) }))
vi.mock('firebase/auth', () => ({
  browserLocalPersistence: {},
  connectAuthEmulator: () => {},
  initializeAuth: () => ({ authStateReady: async () => {}, currentUser: { getIdToken: sdk.getIdToken } }),
  onAuthStateChanged: () => () => {},
  signInWithCustomToken: sdk.signIn,
  signOut: sdk.signOut,
}))
vi.mock('~/lib/config', () => ({ publicConfig: () => ({ firebase: {}, authEmulatorUrl: null }) }))

const identity = () => startFirebase(null, async () => '')
const failing = (code: string) => Promise.reject(Object.assign(new Error('Firebase: Error'), { code }))
beforeEach(() => {
  vi.clearAllMocks()
})

const wrong = 'メールアドレスまたはパスワードが正しくありません。'
const codes: [code: string, kind: string, message: string | RegExp][] = [
  ['auth/wrong-password', 'unauthenticated', wrong],
  ['auth/user-not-found', 'unauthenticated', wrong],
  ['auth/email-already-in-use', 'conflict', 'このメールアドレスはすでに使われています。'],
  ['auth/too-many-requests', 'rate_limited', /^試行回数が多すぎます。/],
  ['auth/network-request-failed', 'network', /^通信に失敗しました。/],
  ['auth/requires-recent-login', 'unauthenticated', 'もう一度ログインしてください。'],
  ['auth/user-disabled', 'forbidden', /^このアカウントは無効です。/],
  ['auth/user-token-expired', 'unauthenticated', 'もう一度ログインしてください。'],
  ['auth/weak-password', 'invalid', /^パスワードは12文字以上/],
  ['auth/something-new', 'internal', /^処理中に問題が発生しました。/],
]

test.each(codes)('%s is a Japanese sentence whichever call of the SDK returns it', async (code, kind, message) => {
  const { token, signIn, signOut } = await identity()
  sdk.getIdToken.mockImplementation(() => failing(code))
  sdk.signIn.mockImplementation(() => failing(code))
  sdk.signOut.mockImplementation(() => failing(code))
  const expected = { name: 'ApiError', code: kind, message: expect.stringMatching(message) }
  await expect(token()).rejects.toMatchObject(expected)
  await expect(token({ force: true })).rejects.toMatchObject(expected)
  await expect(signIn('custom-token')).rejects.toMatchObject(expected)
  await expect(signOut()).rejects.toMatchObject(expected)
})
