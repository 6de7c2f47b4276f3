import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { DoubleMerge } from '#contract/data-health.ts'
import { doubleChecks, doubleMergeStates } from '#contract/words/data-health.ts'
import { LastChange } from '~/auth/record-links'
import { useCan } from '~/auth/session'
import { ConfirmDialog } from '~/components/dialogs/confirm-dialog'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { notifyRefusal, rehearsal, useServerMutation } from '~/data/mutation'
import { invalidate } from '~/data/query'
import { takeBackHealthDoubles } from '~/functions/data-health'
import { formatDate } from '~/lib/dates'
import { formatCount, formatYen } from '~/lib/format'
import { stale } from './found-doubles'
import { doubleMergesQuery, isAtWork } from './queries'

/** Milliseconds between two readings while a merge is under way. */
const readEvery = 2_000

/** Doubles that were merged, each to be taken back for 30 days. */
export const DoubleMerges = () => (useCan()('sync.run') ? <Merges /> : null)

function Merges() {
  const title = useId()
  const { data } = useQuery({
    ...doubleMergesQuery,
    refetchInterval: ({ state }) => state.data?.merges.some(isAtWork) === true && readEvery,
  })
  // What was found is fewer, or more, once the work is done.
  const queryClient = useQueryClient()
  const atWork = data?.merges.filter(isAtWork).length ?? 0
  const seen = useRef(atWork)
  useEffect(() => {
    if (atWork < seen.current) void invalidate(queryClient, ...stale)
    seen.current = atWork
  }, [atWork, queryClient])
  const [chosen, setChosen] = useState<DoubleMerge>()
  if (!data || data.merges.length === 0) return null
  return (
    <Card aria-labelledby={title} className="px-4 py-3.5 sm:px-5">
      <h2 id={title} className="text-[15px] font-semibold">
        統合した二重のデータ
      </h2>
      <ul aria-labelledby={title} className="mt-3 divide-y rounded-md border text-sm">
        {data.merges.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
            <span className="figures min-w-44">{textOf(one)}</span>
            <span>{doubleMergeStates[one.state]}</span>
            <span className="figures text-xs text-muted-foreground">
              <LastChange at={one.mergedAt} by={one.mergedBy} />
            </span>
            {one.revocableUntil && (
              <>
                <span className="figures text-muted-foreground">
                  {formatDate(one.revocableUntil.slice(0, 10))}まで元に戻せます
                </span>
                <Button
                  variant="outline"
                  className="ml-auto print:hidden"
                  aria-haspopup="dialog"
                  aria-label={`${textOf(one)}を元に戻す`}
                  onClick={() => setChosen(one)}
                >
                  元に戻す
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      {chosen && <TakeBack of={chosen} onClose={() => setChosen(undefined)} />}
    </Card>
  )
}

const textOf = ({ check, rows, yen }: DoubleMerge) =>
  `${doubleChecks[check]} ${formatCount(rows)}${check === 'peopleTwice' ? '組' : '件'}${yen === null ? '' : `（${formatYen(yen)}）`}`

function TakeBack({ of, onClose }: { of: DoubleMerge; onClose: () => void }) {
  const take = useServerMutation(takeBackHealthDoubles, { invalidates: stale, done: '元に戻しています。' })
  const data = { id: of.id }
  return (
    <ConfirmDialog
      title="統合を元に戻す"
      destructive
      check={() => takeBackHealthDoubles({ data, ...rehearsal })}
      onYes={async () => {
        try {
          await take.mutateAsync({ data })
        } catch (error) {
          notifyRefusal(error)
        } finally {
          onClose()
        }
      }}
      onNo={onClose}
    >
      <p className="figures font-medium">{textOf(of)}</p>
      <p className="mt-2">統合する前の状態に戻します。統合したあとに変更されたデータは、変更されたまま残ります。</p>
    </ConfirmDialog>
  )
}
