import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { HealthMember, HealthPlan } from '#contract/data-health.ts'
import type { InputOf } from '#contract/names.ts'
import { phoneText } from '#contract/phone.ts'
import { contractStatuses } from '#contract/words/member.ts'
import { MemberName, PlanName } from '~/auth/record-links'
import { FailedState } from '~/components/states'
import { Button } from '~/components/ui/button'
import { Skeleton } from '~/components/ui/skeleton'
import { formatDate } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { cn } from '~/lib/utils'
import { healthMembersQuery, healthPlansQuery, pageSize } from './queries'

type Check = InputOf<'dataHealth.members'>['check']
type Of = Pick<InputOf<'dataHealth.members'>, 'check' | 'day' | 'shopId'>

const tel = ({ tel }: HealthMember) => tel && phoneText(tel)
const birthday = ({ birthday }: HealthMember) => birthday && `生年月日 ${formatDate(birthday)}`
const joined = ({ joinedOn }: HealthMember) => joinedOn && `入会日 ${formatDate(joinedOn)}`
const email = ({ email }: HealthMember) => email
const state = ({ contractStatus }: HealthMember) => contractStatuses[contractStatus]

/** What a row shows beside the name, by check. */
const details: Record<Check, ((member: HealthMember) => string | null)[]> = {
  joinedDays: [joined, state],
  dummyEmails: [email],
  sharedEmails: [email],
  families: [tel, ({ address }) => address, email],
  doubles: [birthday, tel, state],
  invisible: [birthday, state],
  futureDates: [birthday, joined],
}

/** The members that a check has found, a page at a time. */
export function FoundMembers({ label, ...of }: Of & { label: string }) {
  const [offset, setOffset] = useState(0)
  const { data, error, refetch } = useQuery({
    ...healthMembersQuery({ ...of, offset, limit: pageSize }),
    placeholderData: keepPreviousData,
  })
  return (
    <FoundRows label={label} data={data} error={error} onRetry={() => void refetch()} onOffset={setOffset} unit="名">
      {(row: HealthMember, before) => (
        <Row key={row.userId} isNewGroup={before !== undefined && row.group !== before.group}>
          <span className="min-w-44">
            <MemberName id={row.userId}>{`${row.lastName} ${row.firstName}`}</MemberName>
            <span className="ml-2 text-xs text-muted-foreground">{row.kana}</span>
          </span>
          <span className="figures text-muted-foreground">{row.memberNo}</span>
          <span>{row.shop.name}</span>
          {details[of.check]
            .map((of) => of(row))
            .filter(Boolean)
            .map((text) => (
              <span key={text} className="figures wrap-anywhere">
                {text}
              </span>
            ))}
        </Row>
      )}
    </FoundRows>
  )
}

/** Plans without a price. */
export function FoundPlans({ label, shopId }: Pick<Of, 'shopId'> & { label: string }) {
  const [offset, setOffset] = useState(0)
  const { data, error, refetch } = useQuery({
    ...healthPlansQuery({ ...(shopId && { shopId }), offset, limit: pageSize }),
    placeholderData: keepPreviousData,
  })
  return (
    <FoundRows label={label} data={data} error={error} onRetry={() => void refetch()} onOffset={setOffset} unit="件">
      {(row: HealthPlan) => (
        <Row key={row.planId}>
          <span className="min-w-44">
            <PlanName id={row.planId} name={row.name} />
          </span>
          <span className="figures text-muted-foreground">{row.code}</span>
          <span>{row.shop.name}</span>
          <span className="figures">契約中 {formatCount(row.members)}名</span>
        </Row>
      )}
    </FoundRows>
  )
}

/** A row of a list, apart from the group before it. */
export const Row = ({ isNewGroup = false, children }: { isNewGroup?: boolean; children: ReactNode }) => (
  <li className={cn('flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-3 py-2', isNewGroup && 'border-t-4')}>
    {children}
  </li>
)

interface RowsProps<R> {
  label: string
  data: { list: R[]; paging: { offset: number; count: number; total: number } } | undefined
  error: Error | null
  onRetry: () => void
  onOffset: (offset: number) => void
  unit: string
  children: (row: R, before: R | undefined) => ReactNode
}

/** Rows of a check with their pages. */
export function FoundRows<R>({ label, data, error, onRetry, onOffset, unit, children }: RowsProps<R>) {
  if (error) return <FailedState title={`${label}を表示できませんでした`} error={error} onRetry={onRetry} />
  if (!data) {
    return (
      <div role="status">
        <span className="sr-only">読み込み中...</span>
        <Skeleton className="mt-3 h-40 w-full" />
      </div>
    )
  }
  const { offset, count, total } = data.paging
  return (
    <div className="mt-3">
      <ul aria-label={label} className="divide-y rounded-md border text-sm">
        {data.list.map((row, at) => children(row, data.list[at - 1]))}
      </ul>
      {total > pageSize && (
        <div className="mt-2 flex items-center gap-3 text-sm print:hidden">
          <Button variant="outline" disabled={offset === 0} onClick={() => onOffset(Math.max(0, offset - pageSize))}>
            前の{pageSize}
            {unit}
          </Button>
          <Button variant="outline" disabled={offset + count >= total} onClick={() => onOffset(offset + pageSize)}>
            次の{pageSize}
            {unit}
          </Button>
          <span role="status" className="figures text-muted-foreground">
            {formatCount(offset + 1)}〜{formatCount(offset + count)} / {formatCount(total)}
            {unit}
          </span>
        </div>
      )}
    </div>
  )
}
