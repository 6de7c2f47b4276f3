import type { MemberRow } from '#contract/member.ts'
import { contractStatuses, type Risk, risks } from '#contract/words/member.ts'
import { Chip } from '~/components/ui/chip'
import { comingText, contractStatusTone } from './labels'

export function StatusChips({ member: { contractStatus, coming, hasAlert } }: { member: MemberRow }) {
  const contract = <Chip tone={contractStatusTone[contractStatus]}>{contractStatuses[contractStatus]}</Chip>
  if (!hasAlert && !coming) return contract
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {contract}
      {hasAlert && <Chip tone="warning">注意</Chip>}
      {coming && <Chip tone="warning">{comingText(coming)}</Chip>}
    </span>
  )
}

export const RiskChip = ({ level }: { level: Risk }) => (
  <Chip tone={level === 'high' ? 'warning' : 'neutral'}>{risks[level]}</Chip>
)
