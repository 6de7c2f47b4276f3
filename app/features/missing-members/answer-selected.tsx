import type { MissingMember } from '#contract/missing-member.ts'
import { mostAtOnce } from '#contract/words/missing-member.ts'
import { Button } from '~/components/ui/button'
import { notifyRefusal, useServerMutation } from '~/data/mutation'
import { answerMissingMembers } from '~/functions/missing-member'
import { formatCount } from '~/lib/format'
import { notify } from '~/lib/notices'

interface AnswerSelectedProps {
  rows: MissingMember[]
  onDone: () => void
}

/** 「在籍しています」 for the selected members that wait, or the answer taken back. */
export default function AnswerSelected({ rows, onDone }: AnswerSelectedProps) {
  const answer = useServerMutation(answerMissingMembers, {
    invalidates: ['missingMember', 'today'],
    done: ({ changed }) => `${formatCount(changed)}名の回答を保存しました。`,
  })
  const waiting = rows.filter(({ state }) => state === 'waiting')
  const submit = async (of: readonly MissingMember[], isEnrolled: boolean) => {
    if (of.length > mostAtOnce) return notify.error(`一度に回答できるのは${formatCount(mostAtOnce)}名までです。`)
    try {
      await answer.mutateAsync({ data: { ids: of.map(({ id }) => id), isEnrolled } })
      onDone()
    } catch (error) {
      notifyRefusal(error)
    }
  }
  const open = waiting.filter(({ answeredAt }) => answeredAt === null)
  const answered = waiting.filter(({ answeredAt }) => answeredAt !== null)
  if (waiting.length === 0) return <p className="text-sm">判断が済んだ会員には回答できません。</p>
  return (
    <>
      {open.length > 0 && (
        <Button disabled={answer.isPending} onClick={() => void submit(open, true)}>
          在籍しています（{formatCount(open.length)}名）
        </Button>
      )}
      {answered.length > 0 && (
        <Button variant="outline" disabled={answer.isPending} onClick={() => void submit(answered, false)}>
          回答を取り消す（{formatCount(answered.length)}名）
        </Button>
      )}
    </>
  )
}
