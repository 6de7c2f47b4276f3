import { useQuery } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { CodeWanted } from '#contract/auth.ts'
import type { Permission, Scope } from '#contract/permissions.ts'
import type { Me } from '#contract/user.ts'
import { serverQuery } from '~/data/query'
import { login, logout } from '~/functions/auth'
import { getMe } from '~/functions/user'
import { endSession } from '~/identity/leave'
import { tabBelongsTo } from '~/identity/tab-person'
import { startIdentity } from '~/identity/token'

/** The auth sync: identity, rights and shops in one answer. Kept while signed in, refetched by `SessionSync`. */
export const sessionQuery = { ...serverQuery('user.me', getMe)({}), staleTime: Number.POSITIVE_INFINITY }

const ownPrefix = 'karada.'
const lastPersonKey = 'karada.person'
/** The API's id for this browser. It survives sign-out, since several people may share a computer. */
const deviceKey = 'karada-device'

/** The signed-in person; undefined while initialising, on the server and in the first client render. */
export function useMe(): Me | undefined {
  const hydrated = useHydrated()
  const { data } = useQuery({ ...sessionQuery, enabled: false })
  return hydrated ? data : undefined
}

/** Whether the matrix gives the signed-in person a right; for comfort only, the API decides. */
export function useCan(): (permission: Permission) => boolean {
  const me = useMe()
  return useCallback((permission) => me?.permissions[permission] !== undefined, [me])
}

/** How far a right of the signed-in person reaches; undefined without it. */
export function useReach(): (permission: Permission) => Scope | undefined {
  const me = useMe()
  return useCallback((permission) => me?.permissions[permission], [me])
}

/** The API's id for this browser, if valid: the API would reject a malformed one. */
export const knownDevice = () => localStorage.getItem(deviceKey)?.match(/^[\w-]{32}$/)?.[0]

/**
 * Signs in with the custom token that `login` returns, through the identity provider. If a second factor is required,
 * resolves to that challenge and signs nobody in. Throws an ApiError with a Japanese message, `fields` included.
 */
export async function enter(
  answer: Promise<{ firebaseToken: string; device: string } | CodeWanted>,
): Promise<CodeWanted | undefined> {
  const [answered, identity] = await Promise.all([answer, startIdentity()])
  if ('ticket' in answered) return answered
  const { firebaseToken, device } = answered
  localStorage.setItem(deviceKey, device)
  const { uid } = await identity.signIn(firebaseToken)
  tabBelongsTo(uid)
  clearOtherPersonsStorage(uid)
  return undefined
}

/** Signs in with address and password; resolves and throws as `enter` does. */
export const signIn = (email: string, password: string) =>
  enter(login({ data: { email, password, device: knownDevice() } }))

/** Clears the previous user's data on a shared computer before storing any of the new user's. */
function clearOtherPersonsStorage(uid: string) {
  if (localStorage.getItem(lastPersonKey) === uid) return
  clearOwnStorage(localStorage)
  localStorage.setItem(lastPersonKey, uid)
}

/** The specification's "clears all storage", scoped to our own keys: the SDK's entry is not ours. */
export function clearOwnStorage(storage: Storage) {
  for (const key of Object.keys(storage)) if (key.startsWith(ownPrefix)) storage.removeItem(key)
}

/** Logs out: the API revokes the session; when it cannot be reached, the session is cleared in this browser anyway. */
export async function signOut(): Promise<void> {
  await logout({ data: {}, signal: AbortSignal.timeout(5000) }).catch(() => {})
  await endSession('signed-out')
}
