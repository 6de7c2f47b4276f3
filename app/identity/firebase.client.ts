import { initializeApp } from 'firebase/app'
import {
  browserLocalPersistence,
  connectAuthEmulator,
  initializeAuth,
  onAuthStateChanged,
  signInWithCustomToken,
  signOut,
} from 'firebase/auth'
import { publicConfig } from '~/lib/config'
import type { Identity, RenewToken } from './identity'
import { toIdentityError } from './identity-errors'

/** As our error, with a Japanese message. */
const rethrow = (error: unknown) => {
  throw toIdentityError(error)
}

/**
 * Restores the user that the SDK has stored. If the provider no longer knows a user whose token is still valid, `renew`
 * requests a new custom token from the API, which issues one for live sessions only.
 */
export async function startFirebase(liveToken: string | null, renew: RenewToken): Promise<Identity> {
  const config = publicConfig()
  const auth = initializeAuth(initializeApp(config.firebase), { persistence: browserLocalPersistence })
  if (config.authEmulatorUrl) connectAuthEmulator(auth, config.authEmulatorUrl, { disableWarnings: true })
  await auth.authStateReady()
  if (!auth.currentUser && liveToken) {
    const renewed = await renew(liveToken).catch(() => null)
    if (renewed) await signInWithCustomToken(auth, renewed).catch(() => {})
  }

  return {
    isSignedIn: () => auth.currentUser !== null,
    token: async (options) => (await auth.currentUser?.getIdToken(options?.force ?? false).catch(rethrow)) ?? '',
    signIn: async (firebaseToken) => {
      const { user } = await signInWithCustomToken(auth, firebaseToken).catch(rethrow)
      return { uid: user.uid }
    },
    signOut: () => signOut(auth).catch(rethrow),
    onSignedOut: (listener) => {
      let wasSignedIn = auth.currentUser !== null
      return onAuthStateChanged(auth, (user) => {
        if (!user && wasSignedIn) listener()
        wasSignedIn = user !== null
      })
    },
  }
}
