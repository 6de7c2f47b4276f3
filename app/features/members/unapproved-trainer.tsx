import type { Member } from '#contract/member.ts'
import { Button } from '~/components/ui/button'
import { Chip } from '~/components/ui/chip'
import { formatDateTime } from '~/lib/dates'
import { useApproveTrainers } from './use-approve-trainers'

/** A trainer who reads no health data of this member before the assignment is approved: who assigned them, and 承認する. */
export default function UnapprovedTrainer({ member }: { member: Member }) {
  const { approve, isPending } = useApproveTrainers()
  const { trainerApproval: approval } = member
  if (!approval) return null
  return (
    <>
      <Chip tone="warning" className="ml-2">
        承認待ち
      </Chip>
      <span className="mt-1 block text-xs text-muted-foreground">
        {formatDateTime(approval.assignedAt)} {approval.assignedBy?.displayName ?? '不明'}さんが設定。
        {approval.mayApprove
          ? '承認すると、同意のある健康情報を担当トレーナーが見られます。'
          : '承認されるまで、健康情報は担当トレーナーに表示されません。'}
      </span>
      {approval.mayApprove && (
        <Button variant="outline" className="mt-2 print:hidden" disabled={isPending} onClick={() => approve([member])}>
          担当を承認
        </Button>
      )}
    </>
  )
}
