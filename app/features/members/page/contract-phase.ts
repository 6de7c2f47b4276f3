import type { MemberPlan } from '#contract/member.ts'
import { contractStatuses } from '#contract/words/member.ts'

const dayLength = 86_400_000
const dayNumber = (date: string) => Date.parse(`${date}T00:00:00Z`) / dayLength

/** Phase of a contract. One that is followed by another without a gap counts as ended, not as a withdrawal. */
export function phaseOf(contract: MemberPlan, all: readonly MemberPlan[]): string {
  const { status, endOn, kind } = contract
  if (status === 'waiting') return '開始前'
  if (status !== 'cancel' || endOn === null) return contractStatuses[status]
  const isFollowed = all.some(
    (other) =>
      other.kind !== 'option' &&
      dayNumber(other.startOn) <= dayNumber(endOn) + 1 &&
      (other.endOn === null || other.endOn > endOn),
  )
  return isFollowed || kind === 'option' ? '終了' : contractStatuses.cancel
}
