import { createIsomorphicFn } from '@tanstack/react-start'
import { publicConfig } from '~/lib/config'
import type { Identity, RenewToken } from './identity'
import { hasStoredIdentity, storedToken } from './stored-token'
import { isOthersTab, ownToken, subjectOf } from './tab-person'

let starting: Promise<Identity> | undefined
let started: Identity | undefined
/** The token stored when the SDK began to start: the SDK may drop it and sign in again while starting. */
let heldToken: string | null = null
let renew: RenewToken = () => Promise.reject(new Error('Nothing renews tokens yet.'))

/** Registers how to request a new custom token; this folder does not know the API. */
export function renewTokensWith(way: RenewToken) {
  renew = way
}

async function start(): Promise<Identity> {
  heldToken = earlyToken()
  try {
    const module = await import('./firebase.client')
    started = await module.startFirebase(storedToken(), renew)
    return started
  } finally {
    heldToken = null
  }
}

/** Called on leaving while the SDK starts, so that the stored token no longer counts as signed in. */
export function forgetHeldToken() {
  heldToken = null
}

/** Starts the identity SDK once, with what it has stored. */
export const startIdentity = createIsomorphicFn()
  .server((): Promise<Identity> => Promise.reject(new Error('The identity SDK runs in the browser only.')))
  .client((): Promise<Identity> => {
    starting ??= start()
    starting.catch(() => {
      starting = undefined
    })
    return starting
  })

/** The running SDK, if any part of the app has started it yet. */
export const runningIdentity = () => started

/** The stored token, until the SDK has started and unless early data is turned off (decision 0056). */
const earlyToken = () => (!started && publicConfig().earlyToken ? (storedToken() ?? heldToken) : null)

/**
 * The current bearer token: the stored one until the SDK has started, then the SDK's, which it refreshes. Empty when
 * signed out. Throws ApiError in a tab of somebody else.
 */
export const bearerToken = createIsomorphicFn()
  .server(async () => '')
  .client(async (): Promise<string> => {
    if (!mayBeSignedIn() && !isOthersTab()) return ''
    return ownToken(earlyToken() ?? (await (await startIdentity()).token()))
  })

/** A token of the same person other than the refused one, straight from the identity provider; null when there is none. */
export async function tokenAfterRefusal(refused: string): Promise<string | null> {
  // Not during a new sign-in: its call is refused too, and would wait for itself.
  if (!isKnown()) return null
  try {
    const fresh = await (await startIdentity()).token({ force: true })
    return fresh && fresh !== refused && subjectOf(fresh) === subjectOf(refused) ? fresh : null
  } catch {
    return null
  }
}

const isKnown = () => started?.isSignedIn() ?? hasStoredIdentity()

/**
 * Whether someone may be signed in; false for visitors. The guard does not wait for the SDK: the session query does,
 * within the initialising time limit, and opens the login route if the API rejects the session.
 */
export const mayBeSignedIn = () => isKnown() || heldToken !== null

/** Whether someone is signed in here: by the stored token while it is valid, otherwise by the SDK. */
export async function isSignedIn(): Promise<boolean> {
  if (!mayBeSignedIn()) return false
  return earlyToken() !== null || (await startIdentity()).isSignedIn()
}
