import type { MemberRow } from '#contract/member.ts'
import type { AnswerOf } from '#contract/names.ts'
import { approvalResults } from '#contract/words/member-record.ts'
import { notifyRefusal, useServerMutation } from '~/data/mutation'
import { approveTrainers } from '~/functions/member-record'
import { formatCount } from '~/lib/format'

/** Approves the trainers of members, as the screen shows them. */
export function useApproveTrainers() {
  const { mutateAsync, isPending } = useServerMutation(approveTrainers, {
    invalidates: ['member', 'today'],
    done: outcomeText,
  })
  const approve = async (members: readonly Pick<MemberRow, 'id' | 'trainer'>[]) => {
    const rows = members.flatMap(({ id, trainer }) => (trainer ? [{ userId: id, trainerStaffId: trainer.id }] : []))
    try {
      await mutateAsync({ data: { rows } })
    } catch (error) {
      notifyRefusal(error)
    }
  }
  return { approve, isPending }
}

/** 「12名の担当を承認しました。3名は…」 */
function outcomeText({ approved, rows }: AnswerOf<'member.approveTrainers'>): string {
  const left = (Object.keys(approvalResults) as (keyof typeof approvalResults)[])
    .filter((result) => result !== 'approved')
    .map((result) => [approvalResults[result], rows.filter((row) => row.result === result).length] as const)
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => `${formatCount(count)}名は承認していません（${reason}）。`)
  return [approved > 0 ? `${formatCount(approved)}名の担当を承認しました。` : '', ...left].join('')
}
