import type { MemberRow } from '#contract/member.ts'
import { Button } from '~/components/ui/button'
import { formatCount } from '~/lib/format'
import { notify } from '~/lib/notices'
import { useApproveTrainers } from './use-approve-trainers'

/** Maximum number per call. */
const most = 500

interface ApproveSelectedProps {
  rows: MemberRow[]
  onDone: () => void
}

/** 担当を承認 for the selected members whose trainer waits for it. */
export default function ApproveSelected({ rows, onDone }: ApproveSelectedProps) {
  const { approve, isPending } = useApproveTrainers()
  const waiting = rows.filter(({ trainer }) => trainer?.isApproved === false)
  const submit = async () => {
    if (waiting.length > most) return notify.error(`一度に承認できるのは${formatCount(most)}名までです。`)
    await approve(waiting)
    onDone()
  }
  return (
    <Button variant="outline" disabled={isPending} onClick={() => void submit()}>
      担当を承認（{formatCount(waiting.length)}名）
    </Button>
  )
}
