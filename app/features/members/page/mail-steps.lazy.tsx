import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { MemberMailStep } from '#contract/mail-step.ts'
import { stepExits } from '#contract/words/mail-step.ts'
import { FailedState } from '~/components/states'
import { Chip } from '~/components/ui/chip'
import { Skeleton } from '~/components/ui/skeleton'
import { serverQuery } from '~/data/query'
import { listMailStepsOfMember } from '~/functions/mail-step'
import { formatDate, formatDateTime } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { Panel } from './panel'

const shown = 10

/** The member's current and past mail scenarios, with progress. */
export default function MailSteps({ userId }: { userId: string }) {
  const { data, error, refetch } = useQuery(
    serverQuery('mailStep.ofMember', listMailStepsOfMember)({ id: userId, limit: shown }),
  )
  return (
    <Panel title="ステップメール">
      {error ? (
        <FailedState title="ステップメールを表示できませんでした" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-12" />
      ) : data.list.length === 0 ? (
        <p className="text-sm text-muted-foreground">対象になったステップメールはありません。</p>
      ) : (
        <>
          <ul aria-label="会員のステップメール" className="divide-y">
            {data.list.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </ul>
          {data.paging.total > shown && (
            <p className="mt-2 text-xs text-muted-foreground">
              新しい{shown}件を表示しています（全{formatCount(data.paging.total)}件）。
            </p>
          )}
        </>
      )}
    </Panel>
  )
}

const Row = ({ row: { step, anchorOn, exit, endedAt, nextAt, stepsDone, stepCount } }: { row: MemberMailStep }) => (
  <li className="py-2 text-sm first:pt-0 last:pb-0">
    <p className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
      <Link
        to="/mail/steps/$stepId"
        params={{ stepId: step.id }}
        className="min-w-0 text-primary underline underline-offset-4 wrap-anywhere"
      >
        {step.name}
      </Link>
      <Chip tone={exit === null ? 'positive' : undefined}>{exit === null ? '配信中' : stepExits[exit]}</Chip>
    </p>
    <p className="figures mt-0.5 text-xs text-muted-foreground">
      {formatDate(anchorOn)}に開始　{stepsDone} / {stepCount}
      {nextAt && `　次回 ${formatDateTime(nextAt)}`}
      {endedAt && `　${formatDateTime(endedAt)}に終了`}
    </p>
  </li>
)
