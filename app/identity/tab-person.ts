import { ApiError } from '#contract/errors.ts'
import { storedPerson, storedToken } from './stored-token'

declare global {
  interface Window {
    /** Whose token the document's inline script has used. */
    __person?: string
  }
}

/** Whose screens this tab shows; null before a sign-in. All tabs of a browser have one sign-in between them. */
let person: string | null = globalThis.window?.__person ?? null
let isOthers = false
const listeners = new Set<() => void>()

export function onOthers(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** As last looked at. */
export const isSeenAsOthers = () => isOthers

/**
 * Whether somebody else has signed in on this browser since this tab began. It stays so when they sign out, and ends
 * when the tab's own person signs in again.
 */
export function isOthersTab(): boolean {
  const stored = person === null ? null : storedPerson()
  const isNow = person !== null && stored !== person && (stored !== null || isOthers)
  if (isNow !== isOthers) {
    isOthers = isNow
    for (const listener of listeners) listener()
  }
  return isOthers
}

/** From a sign-in in this tab on, and from its end (null). */
export function tabBelongsTo(uid: string | null) {
  person = uid
  isOthersTab()
}

/** Whose token it is; undefined where it is none. */
export function subjectOf(token: string): string | undefined {
  try {
    const [, payload = ''] = token.split('.')
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).sub
  } catch {
    return undefined
  }
}

const othersMessage = '別のスタッフがこのブラウザーでログインしたため、送信しませんでした。再読み込みしてください。'

/**
 * The token, if it is of this tab's person: nothing is requested or sent as somebody else. Throws ApiError. The SDK may
 * be later than the storage, so the stored one counts, too.
 */
export function ownToken(token: string): string {
  const owner = subjectOf(token)
  person ??= owner ?? null
  if (isOthersTab()) throw new ApiError('aborted', { message: othersMessage })
  if (owner === undefined || owner === person) return token
  const stored = storedToken()
  if (stored && subjectOf(stored) === person) return stored
  // A stored sign-in that contradicts itself: the API refuses it, and the login screen follows.
  if (stored === token) return token
  throw new ApiError('aborted', { message: othersMessage })
}
