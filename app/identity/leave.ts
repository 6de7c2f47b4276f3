import type { ApiError } from '#contract/errors.ts'
import { recentKey } from '~/lib/constants'
import { identityEntry } from './stored-token'
import { isOthersTab, tabBelongsTo } from './tab-person'
import { forgetHeldToken, runningIdentity } from './token'

/** Why the login screen is shown; the API says what ended the session. */
export type LeaveReason = 'expired' | 'signed-out' | NonNullable<ApiError['endedBy']>

let leave: (reason: LeaveReason) => Promise<void> = async () => {}
let leaving: Promise<void> | undefined

/** The router registers how to leave: navigate to the login route, with a return path. */
export function onLeave(listener: typeof leave) {
  leave = listener
}

/** Storage key by which a tab shares its sign-out reason with other tabs; not cleared on sign-out. */
const reasonKey = 'karada-left'
const reasonMaxAgeMs = 10_000

function publishReason(reason: LeaveReason) {
  localStorage.setItem(reasonKey, JSON.stringify({ reason, at: Date.now() }))
}

/** The reason that another tab has just shared; defaults to a sign-out. */
function reasonFromOtherTab(): LeaveReason {
  try {
    const { reason, at } = JSON.parse(localStorage.getItem(reasonKey) ?? '{}') as { reason?: LeaveReason; at?: number }
    if (reason && Date.now() - (at ?? 0) < reasonMaxAgeMs) return reason
  } catch {
    // Not our format.
  }
  return 'signed-out'
}

/** Ends the session here after another tab has ended it. */
export const followOthers = () => endSession(reasonFromOtherTab(), { isFirst: false })

/** Ends the session in this tab, once for any number of refused calls: clears token and user, opens the login route. */
export function endSession(reason: LeaveReason = 'expired', { isFirst = true } = {}): Promise<void> {
  // The sign-in is somebody else's.
  if (isOthersTab()) return Promise.resolve()
  leaving ??= (async () => {
    if (isFirst) publishReason(reason)
    // Removes the SDK's stored user even if the SDK fails.
    await runningIdentity()
      ?.signOut()
      .catch(() => {})
    localStorage.removeItem(identityEntry())
    forgetHeldToken()
    tabBelongsTo(null)
    localStorage.removeItem(recentKey)
    await leave(reason)
  })().finally(() => {
    leaving = undefined
  })
  return leaving
}
