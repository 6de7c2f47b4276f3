import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { UnreadRow } from '#contract/club-sync.ts'
import { MemberName } from '~/auth/record-links'
import { Button } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { notifyRefusal, useServerMutation } from '~/data/mutation'
import { setUnreadRowAside } from '~/functions/club-system'
import { formatDate, formatDateTime } from '~/lib/dates'
import { formatCount, formatYen } from '~/lib/format'
import { AsideDialog } from './aside-dialog'
import { unreadRowsQuery } from './queries'
import { titleOf } from './unread-row'

/**
 * Rows of the club system that cannot be read, by kind, name and reason; nothing where there are none. They are read again
 * when `run`, the last run and its state, is another one.
 */
export function UnreadRows({ run }: { run: string }) {
  const { data, refetch } = useQuery(unreadRowsQuery)
  const seen = useRef(run)
  useEffect(() => {
    if (seen.current === run) return
    seen.current = run
    void refetch()
  }, [run, refetch])
  const [chosen, setChosen] = useState<UnreadRow>()
  if (!data || data.paging.total === 0) return null
  const others = data.paging.total - data.list.length
  return (
    <Card>
      <CardHeader>
        <CardTitle>読めない行（{formatCount(data.paging.total)}件）</CardTitle>
      </CardHeader>
      <CardContent className="space-y-3">
        <p className="text-sm text-muted-foreground">
          会員管理システムの次の行は、理由の項目を会員管理システムで直すと、次の同期で反映します。直せない行は「対応不要にする」を押すと、集計の「含まない」の件数と今日の対応に数えません。
        </p>
        <ul className="divide-y text-sm">
          {data.list.map((row) => (
            <Row key={row.id} row={row} onAside={() => setChosen(row)} />
          ))}
        </ul>
        {others > 0 && <p className="text-sm text-muted-foreground">ほか{formatCount(others)}件</p>}
      </CardContent>
      {chosen && <AsideDialog row={chosen} onClose={() => setChosen(undefined)} />}
    </Card>
  )
}

function Row({ row, onAside }: { row: UnreadRow; onAside: () => void }) {
  const { member, reason, since, day, yen, aside } = row
  const takeBack = useServerMutation(setUnreadRowAside, {
    invalidates: ['clubSystem.unread', 'today', 'report'],
    done: '対応不要を取り消しました。',
  })
  const back = async () => {
    try {
      await takeBack.mutateAsync({ data: { id: row.id, reason: null } })
    } catch (error) {
      notifyRefusal(error)
    }
  }
  const known = [day && formatDate(day), yen !== null && formatYen(yen)].filter(Boolean).join('、')
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64 space-y-1 wrap-anywhere">
        <p>
          <span className="font-medium">{titleOf(row)}</span>
          {known && `（${known}）`}{' '}
          {member && (
            <MemberName id={member.id} isQuiet>
              {`${member.lastName}\u3000${member.firstName}`}
            </MemberName>
          )}
        </p>
        <p>{reason}</p>
        <p className="text-muted-foreground">
          <span className="figures">{formatDateTime(since)}</span>から
          {aside && `。対応不要: ${aside.reason}（${aside.by?.displayName ?? '退職者'}、${formatDateTime(aside.at)}）`}
        </p>
      </div>
      {aside ? (
        <Button
          variant="outline"
          aria-label={`${titleOf(row)}の対応不要を取り消す`}
          disabled={takeBack.isPending}
          onClick={() => void back()}
        >
          対応不要を取り消す
        </Button>
      ) : (
        <Button
          variant="outline"
          aria-haspopup="dialog"
          aria-label={`${titleOf(row)}を対応不要にする`}
          onClick={onAside}
        >
          対応不要にする
        </Button>
      )}
    </li>
  )
}
