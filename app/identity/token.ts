import { createIsomorphicFn } from '@tanstack/react-start'
import { publicConfig } from '~/lib/config'
import type { Identity, RenewToken } from './identity'
import { hasStoredIdentity, storedToken } from './stored-token'

let starting: Promise<Identity> | undefined
let started: Identity | undefined
/** What the SDK found stored when it began to start: it may let go of it, and sign the person in again, before it is up. */
let heldToken: string | null = null
let renew: RenewToken = () => Promise.reject(new Error('Nothing renews tokens yet.'))

/** Says how a new custom token is had from the API, which this folder does not know. */
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

/** Whoever leaves while the SDK starts is not taken for signed in by what it found. */
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

/** What the SDK has stored, while it is not up itself and the step is not turned off (decision 0004). */
const earlyToken = () => (!started && publicConfig().earlyToken ? (storedToken() ?? heldToken) : null)

/**
 * The bearer token of the moment: before the SDK is up the one it has stored, afterwards its own, refreshed by it.
 * Empty when signed out.
 */
export const bearerToken = createIsomorphicFn()
  .server(async () => '')
  .client(async (): Promise<string> => {
    if (!mayBeSignedIn()) return ''
    return earlyToken() ?? (await startIdentity()).token()
  })

/** A token other than the refused one, straight from the identity provider; null when there is none. */
export async function tokenAfterRefusal(refused: string): Promise<string | null> {
  // Not while somebody is signed in again: that call is refused too, and would wait for itself.
  if (!isKnown()) return null
  try {
    const fresh = await (await startIdentity()).token({ force: true })
    return fresh && fresh !== refused ? fresh : null
  } catch {
    return null
  }
}

const isKnown = () => started?.isSignedIn() ?? hasStoredIdentity()

/**
 * Whether it is worth asking who is signed in; false for strangers. The guard does not wait for the SDK: the session's
 * own query does, under the ceiling of initialising, and ends in the login route when the API rejects the session.
 */
export const mayBeSignedIn = () => isKnown() || heldToken !== null

/** Whether someone is signed in here: by the stored token while it is valid, otherwise by the SDK. */
export async function isSignedIn(): Promise<boolean> {
  if (!mayBeSignedIn()) return false
  return earlyToken() !== null || (await startIdentity()).isSignedIn()
}
