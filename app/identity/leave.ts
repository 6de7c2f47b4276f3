import type { ApiError } from '#contract/errors.ts'
import { identityEntry } from './stored-token'
import { runningIdentity } from './token'

/** Why somebody is at the login screen; what has ended a session is the API's word. */
export type LeaveReason = 'expired' | 'signed-out' | NonNullable<ApiError['endedBy']>

let leave: (reason: LeaveReason) => Promise<void> = async () => {}
let leaving: Promise<void> | undefined

/** The router says once how to leave: to the login route, with the way back. */
export function onLeave(listener: typeof leave) {
  leave = listener
}

/** Ends the session in this tab, once however many calls were refused: forgets the token and the person, goes to the login route. */
export function endSession(reason: LeaveReason = 'expired'): Promise<void> {
  leaving ??= (async () => {
    // Should the SDK fail at it, its entry goes all the same.
    await runningIdentity()
      ?.signOut()
      .catch(() => {})
    localStorage.removeItem(identityEntry())
    await leave(reason)
  })().finally(() => {
    leaving = undefined
  })
  return leaving
}
