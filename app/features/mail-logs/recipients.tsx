import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { MailRecipient } from '#contract/mail.ts'
import { exclusionReasons, recipientStatuses } from '#contract/words/mail.ts'
import { TabPages } from '~/components/record/tab-pages'
import { TabState } from '~/components/record/tab-state'
import { useIsNarrow } from '~/components/resource-table/media'
import { ScrollBox } from '~/components/scroll-box'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { Chip } from '~/components/ui/chip'
import { NativeSelect } from '~/components/ui/native-select'
import { formatDateTime } from '~/lib/dates'
import { RecipientChip } from './labels'
import { type RecipientFilter, readEvery, recipientsPage, recipientsQuery } from './queries'

interface RecipientsProps {
  mailId: string
  /** The mail is being sent or about to be. */
  moves: boolean
}

/** Recipients with their delivery status. */
export function Recipients({ mailId, moves }: RecipientsProps) {
  const [filter, setFilter] = useState<RecipientFilter>({})
  const query = useQuery({
    ...recipientsQuery(mailId, filter),
    placeholderData: keepPreviousData,
    refetchInterval: moves && readEvery,
  })
  const narrow = (next: RecipientFilter) => setFilter({ ...filter, offset: undefined, ...next })
  const isFiltered = filter.status !== undefined || filter.reason !== undefined
  return (
    <Card>
      <CardHeader>
        <CardTitle>宛先</CardTitle>
        <div className="flex flex-wrap gap-2 print:hidden">
          <NativeSelect
            aria-label="状態で絞り込む"
            value={filter.status ?? ''}
            onChange={({ target }) => narrow({ status: (target.value || undefined) as RecipientFilter['status'] })}
          >
            <option value="">すべての状態</option>
            {Object.entries(recipientStatuses).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </NativeSelect>
          <NativeSelect
            aria-label="除外の理由で絞り込む"
            value={filter.reason ?? ''}
            onChange={({ target }) => narrow({ reason: (target.value || undefined) as RecipientFilter['reason'] })}
          >
            <option value="">すべての理由</option>
            {Object.entries(exclusionReasons).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </NativeSelect>
        </div>
      </CardHeader>
      <CardContent>
        <TabState
          query={query}
          noun="宛先"
          nothing={({ paging }) =>
            paging.total > 0 ? undefined : isFiltered ? '条件に合う宛先はありません' : '宛先はありません'
          }
        >
          {({ list, paging }) => (
            <>
              <Rows rows={list} />
              <TabPages paging={paging} size={recipientsPage} onPage={(offset) => setFilter({ ...filter, offset })} />
            </>
          )}
        </TabState>
      </CardContent>
    </Card>
  )
}

const Name = ({ row }: { row: MailRecipient }) => (
  <Link
    to="/hacomono/members/$userId"
    params={{ userId: row.userId }}
    className="text-primary underline underline-offset-4"
  >
    {row.name}
  </Link>
)

/** Delivery status with its reason. */
const Outcome = ({ row }: { row: MailRecipient }) => (
  <>
    <span className="flex flex-wrap gap-x-1.5 gap-y-1">
      <RecipientChip status={row.status} />
      {row.reason && <span className="text-muted-foreground">{exclusionReasons[row.reason]}</span>}
      {row.unsubscribedAt && <Chip title={formatDateTime(row.unsubscribedAt)}>配信停止</Chip>}
    </span>
    {row.error && <span className="mt-0.5 block max-w-96 text-xs text-bad wrap-anywhere">{row.error}</span>}
  </>
)

const Rows = ({ rows }: { rows: MailRecipient[] }) => (useIsNarrow() ? <Cards rows={rows} /> : <Table rows={rows} />)

const Cards = ({ rows }: { rows: MailRecipient[] }) => (
  <ul aria-label="宛先の一覧" className="figures divide-y rounded-md border">
    {rows.map((row) => (
      <li key={row.id} className="px-3 py-2 text-sm">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <Name row={row} />
          <span className="text-xs text-muted-foreground">
            {row.memberNo} {row.shopName}
          </span>
        </span>
        <span className="block text-xs wrap-anywhere">{row.email ?? '–'}</span>
        <span className="mt-1 block">
          <Outcome row={row} />
        </span>
        {row.at && <span className="block text-xs text-muted-foreground">{formatDateTime(row.at)}</span>}
      </li>
    ))}
  </ul>
)

const cell = 'border-b px-3 py-2 text-left align-top font-normal group-last/row:border-b-0'
const head = 'h-9 border-b px-3 text-left text-xs font-medium whitespace-nowrap text-muted-foreground'

const Table = ({ rows }: { rows: MailRecipient[] }) => (
  <ScrollBox label="宛先の一覧" className="rounded-md border">
    <table className="figures w-full text-sm">
      <caption className="sr-only">宛先の一覧</caption>
      <thead>
        <tr>
          {['会員', '店舗', 'メールアドレス', '状態', '日時'].map((label) => (
            <th key={label} scope="col" className={head}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className="group/row">
            <th scope="row" className={`${cell} min-w-36`}>
              <Name row={row} />
              <span className="block text-xs text-muted-foreground">{row.memberNo}</span>
            </th>
            <td className={`${cell} whitespace-nowrap`}>{row.shopName}</td>
            <td className={`${cell} min-w-56 wrap-anywhere`}>{row.email ?? '–'}</td>
            <td className={`${cell} min-w-36`}>
              <Outcome row={row} />
            </td>
            <td className={`${cell} whitespace-nowrap`}>{row.at ? formatDateTime(row.at) : '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollBox>
)
