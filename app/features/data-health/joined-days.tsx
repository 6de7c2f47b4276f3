import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { JoinedDay } from '#contract/data-health.ts'
import { joinedDayAnswers } from '#contract/words/data-health.ts'
import { LastChange } from '~/auth/record-links'
import { useCan } from '~/auth/session'
import { ConfirmDialog } from '~/components/dialogs/confirm-dialog'
import { Button } from '~/components/ui/button'
import { notifyRefusal, rehearsal, useServerMutation } from '~/data/mutation'
import { answerJoinedDay } from '~/functions/data-health'
import { formatDate } from '~/lib/dates'
import { formatCount, formatPercent } from '~/lib/format'
import { FoundMembers } from './found-members'
import { Opened } from './opened'

type Answer = NonNullable<JoinedDay['answer']>

/** What an answer does, for the question. */
const effects: Record<Exclude<Answer, 'correct'>, string> = {
  unknown: 'この会員の入会日は「–」になり、在籍期間・継続率・1年LTV・ステップメール（入会）の対象から外れます。',
  planDay:
    '入会日と在籍期間には、最初のプラン契約日を使います。プラン契約日のない会員と、プラン契約日も同じ日の会員は「–」になります。継続率・1年LTV・ステップメール（入会）の対象からは外れます。',
}

/** The days that many members have as 入会日, and what head office has answered. */
export const JoinedDays = ({ days, shopId }: { days: JoinedDay[]; shopId: string | undefined }) => (
  <ul className="mt-3 space-y-3">
    {days.map((day) => (
      <Day key={day.day} of={day} shopId={shopId} />
    ))}
  </ul>
)

function Day({
  of: { day, members, kept, share, planDays, answer, answeredBy, answeredAt },
  shopId,
}: {
  of: JoinedDay
  shopId: string | undefined
}) {
  const mayAnswer = useCan()('club.write')
  const [asks, setAsks] = useState<Exclude<Answer, 'correct'>>()
  const save = useServerMutation(answerJoinedDay, {
    invalidates: ['dataHealth', 'member', 'report', 'drillDown'],
    done: ({ answer }) => (answer ? `「${joinedDayAnswers[answer]}」と回答しました。` : '回答を取り消しました。'),
    undo: () => () => answerJoinedDay({ data: { day, answer } }),
  })
  const give = (answer: JoinedDay['answer'], call?: typeof rehearsal) =>
    save.mutateAsync({ data: { day, answer }, ...call })
  const run = async (answer: JoinedDay['answer']) => {
    try {
      await give(answer)
    } catch (error) {
      notifyRefusal(error)
    } finally {
      setAsks(undefined)
    }
  }
  const name = formatDate(day)
  return (
    <li className="rounded-md border px-3 py-2.5">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h3 className="figures text-sm font-semibold">{name}</h3>
        <span className="figures text-sm">
          {formatCount(members)}名（入会日のある会員の{formatPercent(share)}）
        </span>
        {kept > 0 && (
          <span className="figures text-sm">
            ほかの{formatCount(kept)}名は、ファイルにあったこれより前の入会日を使用中です。
          </span>
        )}
        {answer && (
          <span className="text-sm">
            回答: <strong>{joinedDayAnswers[answer]}</strong>
            {answeredAt && (
              <span className="figures ml-2 text-xs text-muted-foreground">
                <LastChange at={answeredAt} by={answeredBy} />
              </span>
            )}
          </span>
        )}
      </div>
      {mayAnswer && (
        <fieldset className="mt-2 flex flex-wrap gap-2 print:hidden" disabled={save.isPending}>
          <legend className="sr-only">{name}の入会日の扱い</legend>
          {answer ? (
            <Button variant="outline" onClick={() => void run(null)}>
              回答を取り消す
            </Button>
          ) : (
            <>
              <Button variant="outline" onClick={() => setAsks('unknown')}>
                {joinedDayAnswers.unknown}
              </Button>
              <Button variant="outline" onClick={() => setAsks('planDay')}>
                {joinedDayAnswers.planDay}（{formatCount(planDays)}名）
              </Button>
              <Button variant="outline" onClick={() => void run('correct')}>
                {joinedDayAnswers.correct}
              </Button>
            </>
          )}
        </fieldset>
      )}
      {!mayAnswer && !answer && <p className="mt-1 text-sm text-muted-foreground">どう扱うかは、本部が回答します。</p>}
      <Opened label={`${name}の会員`} count={`${formatCount(members)}名`}>
        <FoundMembers label={`${name}の会員`} check="joinedDays" day={day} {...(shopId && { shopId })} />
      </Opened>
      {(answer === null || answer === 'correct') && (
        <Link
          to="/hacomono/members"
          search={{ joinedFrom: day, joinedTo: day, left: 'all' }}
          className="mx-3 inline-flex min-h-9 items-center text-sm text-primary underline underline-offset-4 print:hidden"
        >
          会員の一覧で見る
        </Link>
      )}
      {asks && (
        <ConfirmDialog
          title={`「${joinedDayAnswers[asks]}」と回答`}
          check={() => give(asks, rehearsal)}
          onYes={() => run(asks)}
          onNo={() => setAsks(undefined)}
        >
          <p className="font-medium">
            入会日が{name}の会員全員{shopId === undefined && `（${formatCount(members)}名）`}
          </p>
          <p className="mt-2">
            {effects[asks]}
            全店舗の、これから取り込む会員にも使います。受け取った入会日は残り、回答はいつでも取り消せます。
          </p>
        </ConfirmDialog>
      )}
    </li>
  )
}
