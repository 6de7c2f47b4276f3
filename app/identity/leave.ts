import type { ApiError } from '#contract/errors.ts'
import { recentKey } from '~/lib/constants'
import { identityEntry } from './stored-token'
import { forgetHeldToken, runningIdentity } from './token'

/** Why somebody is at the login screen; what has ended a session is the API's word. */
export type LeaveReason = 'expired' | 'signed-out' | NonNullable<ApiError['endedBy']>

let leave: (reason: LeaveReason) => Promise<void> = async () => {}
let leaving: Promise<void> | undefined

/** The router says once how to leave: to the login route, with the way back. */
export function onLeave(listener: typeof leave) {
  leave = listener
}

/** Where a tab that leaves says why, for the others of its browser; no part of what is cleared with a person. */
const reasonKey = 'karada-left'
const reasonMaxAgeMs = 10_000

function publishReason(reason: LeaveReason) {
  localStorage.setItem(reasonKey, JSON.stringify({ reason, at: Date.now() }))
}

/** Why another tab has left just now; that somebody signed out there, where it does not say. */
function reasonFromOtherTab(): LeaveReason {
  try {
    const { reason, at } = JSON.parse(localStorage.getItem(reasonKey) ?? '{}') as { reason?: LeaveReason; at?: number }
    if (reason && Date.now() - (at ?? 0) < reasonMaxAgeMs) return reason
  } catch {
    // Not ours.
  }
  return 'signed-out'
}

/** Ends the session here as well: another tab has ended it. */
export const followOthers = () => endSession(reasonFromOtherTab(), { isFirst: false })

/** Ends the session in this tab, once however many calls were refused: forgets the token and the person, goes to the login route. */
export function endSession(reason: LeaveReason = 'expired', { isFirst = true } = {}): Promise<void> {
  leaving ??= (async () => {
    if (isFirst) publishReason(reason)
    // Should the SDK fail at it, its entry goes all the same.
    await runningIdentity()
      ?.signOut()
      .catch(() => {})
    localStorage.removeItem(identityEntry())
    forgetHeldToken()
    localStorage.removeItem(recentKey)
    await leave(reason)
  })().finally(() => {
    leaving = undefined
  })
  return leaving
}
