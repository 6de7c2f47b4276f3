import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import type { MailStep, MailStepEnrolment } from '#contract/mail-step.ts'
import { enrolmentStates, stepExits } from '#contract/words/mail-step.ts'
import { useCan } from '~/auth/session'
import { PageTurns } from '~/components/page-turns'
import { FailedState } from '~/components/states'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { Chip } from '~/components/ui/chip'
import { inputClass } from '~/components/ui/input-class'
import { NativeSelect } from '~/components/ui/native-select'
import { Skeleton } from '~/components/ui/skeleton'
import { formatDate, formatDateTime } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { cn } from '~/lib/utils'
import { AddMembers } from './add-members'
import { type EnrolmentChoice, enrolmentsAPage, enrolmentsQuery } from './queries'

/** Current and past enrolments with their progress. */
export function Enrolments({ step }: { step: MailStep }) {
  const mayWrite = useCan()('mailStep.write')
  const [choice, setChoice] = useState<EnrolmentChoice>({ keyword: '', state: '', offset: 0 })
  const keyword = useDeferredValue(choice.keyword.trim())
  const query = enrolmentsQuery(step.id, { ...choice, keyword })
  const { data, error, refetch } = useQuery({ ...query, placeholderData: keepPreviousData })
  const total = data?.paging.total ?? 0
  const isFiltered = keyword !== '' || choice.state !== ''
  return (
    <Card>
      <CardHeader>
        <CardTitle>配信状況</CardTitle>
        <p className="figures text-sm text-muted-foreground">
          配信中 {formatCount(step.enrolledCount)}名　累計 {formatCount(step.everEnrolledCount)}名
        </p>
      </CardHeader>
      <CardContent>
        {mayWrite && step.trigger.type === 'manual' && <AddMembers step={step} />}
        {(total > 0 || isFiltered) && (
          <search className="mb-3 flex flex-wrap gap-2">
            <input
              type="search"
              aria-label="会員を検索"
              placeholder="氏名・会員番号"
              maxLength={100}
              value={choice.keyword}
              onChange={({ target }) => setChoice({ ...choice, keyword: target.value, offset: 0 })}
              className={cn(inputClass, 'w-56')}
            />
            <NativeSelect
              aria-label="状態"
              value={choice.state}
              onChange={({ target }) =>
                setChoice({ ...choice, state: target.value as EnrolmentChoice['state'], offset: 0 })
              }
            >
              <option value="">すべて</option>
              {Object.entries(enrolmentStates).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </NativeSelect>
          </search>
        )}
        {error ? (
          <FailedState title="配信状況を表示できませんでした" error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton className="h-40" />
        ) : total === 0 ? (
          <p className="text-sm text-muted-foreground">
            {isFiltered ? '条件に合う会員はいません。' : '対象になった会員は、まだいません。'}
          </p>
        ) : (
          <>
            <ul aria-label="対象になった会員" className="divide-y">
              {data.list.map((row) => (
                <Row key={row.id} row={row} />
              ))}
            </ul>
            <PageTurns
              of="対象になった会員"
              page={data.params.offset / enrolmentsAPage + 1}
              size={enrolmentsAPage}
              total={total}
              onTurn={(page) => setChoice({ ...choice, offset: (page - 1) * enrolmentsAPage })}
            />
          </>
        )}
      </CardContent>
    </Card>
  )
}

function Row({ row }: { row: MailStepEnrolment }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2 text-sm">
      <div className="min-w-0">
        <Link
          to="/hacomono/members/$userId"
          params={{ userId: row.userId }}
          className="font-medium text-primary underline underline-offset-4"
        >
          {row.name}
        </Link>
        <span className="figures ml-2 text-xs text-muted-foreground">
          {row.memberNo}　{row.shopName}
        </span>
        <p className="figures text-xs text-muted-foreground">
          開始 {formatDate(row.anchorOn)}　送信 {row.mails}通
        </p>
      </div>
      <Standing row={row} />
    </li>
  )
}

/** Progress of a member: next step and day, or how the scenario ended. */
function Standing({ row: { exit, endedAt, nextAt, stepsDone, stepCount } }: { row: MailStepEnrolment }) {
  return (
    <p className="figures flex flex-wrap items-center gap-x-2">
      <span className="text-muted-foreground">
        {stepsDone} / {stepCount}
      </span>
      {exit === null ? (
        <>
          <Chip tone="positive">配信中</Chip>
          {nextAt && `次回 ${formatDateTime(nextAt)}`}
        </>
      ) : (
        <>
          <Chip>{stepExits[exit]}</Chip>
          {endedAt && formatDateTime(endedAt)}
        </>
      )}
    </p>
  )
}
