import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Member } from '#contract/member.ts'
import type { Outreach } from '#contract/outreach.ts'
import { outreachOutcomes } from '#contract/words/outreach.ts'
import { StaffName } from '~/auth/record-links'
import { useCan, useMe } from '~/auth/session'
import { FailedState } from '~/components/states'
import { Button } from '~/components/ui/button'
import { Skeleton } from '~/components/ui/skeleton'
import { notifyRefusal, useServerMutation } from '~/data/mutation'
import { createOutreach, removeOutreach } from '~/functions/outreach'
import { formatDate } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { Panel } from '../page/panel'
import { outreachQuery, shownOutreach } from './queries'
import RecordOutreach from './record-outreach'

interface OfMemberProps {
  member: Member
  /** In the sheet: the latest one alone. */
  isShort?: true
}

/** 連絡 with the member, the latest first, and a button to record one. */
export default function OutreachOfMember({ member, isShort }: OfMemberProps) {
  const mayWrite = useCan()('member.write')
  const [isRecording, setRecording] = useState(false)
  const { data, error, refetch } = useQuery(outreachQuery(member.id))
  const Frame = isShort ? Part : Panel
  const shown = data?.list.slice(0, isShort ? 1 : shownOutreach) ?? []
  return (
    <Frame
      title="連絡"
      actions={
        mayWrite && (
          <Button
            variant="outline"
            className="h-8 print:hidden"
            aria-haspopup="dialog"
            onClick={() => setRecording(true)}
          >
            連絡を記録
          </Button>
        )
      }
    >
      {error ? (
        <FailedState title="連絡を表示できませんでした" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-12" />
      ) : shown.length === 0 ? (
        <p className="text-sm text-muted-foreground">連絡の記録はまだありません。</p>
      ) : (
        <ul aria-label="会員への連絡" className="divide-y">
          {shown.map((row) => (
            <Row key={row.id} row={row} userId={member.id} />
          ))}
        </ul>
      )}
      {data && data.paging.total > shown.length && (
        <p className="figures mt-2 text-xs text-muted-foreground">
          新しい{shown.length}件を表示しています（全{formatCount(data.paging.total)}件）。
        </p>
      )}
      {isRecording && <RecordOutreach member={member} onClose={() => setRecording(false)} />}
    </Frame>
  )
}

const Part = ({ title, actions, children }: { title: string; actions: ReactNode; children: ReactNode }) => (
  <section>
    <div className="mb-2 flex items-center justify-between gap-3">
      <h3 className="font-semibold">{title}</h3>
      {actions}
    </div>
    {children}
  </section>
)

function Row({ row, userId }: { row: Outreach; userId: string }) {
  const { id, contactedOn, outcome, note, staff, mayRemove } = row
  const isOwn = useMe()?.staff.id === staff?.id
  const remove = useServerMutation(removeOutreach, {
    invalidates: ['outreach'],
    done: '連絡の記録を削除しました。',
    // Recorded again it would be one's own.
    ...(isOwn && { undo: () => () => createOutreach({ data: { userId, contactedOn, outcome, note } }) }),
  })
  return (
    <li className="flex items-start justify-between gap-3 py-2 text-sm first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p>
          <span className="figures">{formatDate(contactedOn)}</span>　{outreachOutcomes[outcome]}
        </p>
        {note && <p className="whitespace-pre-line wrap-anywhere">{note}</p>}
        <p className="text-xs text-muted-foreground">
          <StaffName staff={staff} nobody="退職したスタッフ" isQuiet />
        </p>
      </div>
      {mayRemove && (
        <Button
          variant="ghost"
          className="h-8 shrink-0 print:hidden"
          aria-label={`${formatDate(contactedOn)}の連絡を削除`}
          aria-disabled={remove.isPending || undefined}
          onClick={() => !remove.isPending && void remove.mutateAsync({ data: { id } }).catch(notifyRefusal)}
        >
          削除する
        </Button>
      )}
    </li>
  )
}
