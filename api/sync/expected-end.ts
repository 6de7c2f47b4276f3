import { isOfMembers } from './lists.ts'
import { isRead, type PartRow } from './runs.ts'

type Known = Pick<PartRow, 'resource' | 'state' | 'calls' | 'expectedCalls' | 'beganAt' | 'ourTotal'>

/** The pace is not estimated from fewer calls. */
const fewestCalls = 5

/**
 * When a run will be over at the pace of its present part; null where it cannot be estimated yet. A part that waits
 * takes as many calls as in the last run that read it, of contracts and tickets one a member before the first.
 */
export function expectedEnd(parts: readonly Known[], before: readonly Known[], now: Date): Date | null {
  const running = parts.find(({ state }) => state === 'running')
  if (!running?.beganAt || running.expectedCalls === null || running.calls < fewestCalls) return null
  const pace = (now.getTime() - running.beganAt.getTime()) / running.calls
  const members = parts.find(({ resource }) => resource === 'members')?.ourTotal ?? 0
  const waiting = parts
    .filter(({ state }) => state === 'waiting')
    .map(({ resource }) => {
      const last = before.find((part) => part.resource === resource && isRead(part))
      if (last) return last.calls
      return isOfMembers(resource) ? members : 0
    })
  const left = Math.max(0, running.expectedCalls - running.calls) + waiting.reduce((sum, calls) => sum + calls, 0)
  return new Date(now.getTime() + left * pace)
}
