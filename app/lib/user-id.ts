/**
 * An address, a saved condition or a draft of an older release, where a user's id was called `memberId`. Read so for one
 * release: this file and its callers go with 0.2.0 (decision 0054).
 */
export function withUserId<Kept extends object>(kept: Kept): Kept {
  if ('userId' in kept) return kept
  // In its place: forms compare values with their keys in order.
  const named = Object.entries(kept).map(([key, value]) => [key === 'memberId' ? 'userId' : key, value])
  return Object.fromEntries(named) as Kept
}

/** Reads a URL that may still use `memberId`. */
export const readsMemberId =
  <Search>(read: (raw: Record<string, unknown>) => Search) =>
  (raw: Record<string, unknown>): Search =>
    read(withUserId(raw))
