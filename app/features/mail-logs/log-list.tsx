import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SquarePen } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import type { MailLogRow } from '#contract/mail.ts'
import type { AnswerOf } from '#contract/names.ts'
import { mailFields } from '#contract/words/fields/mail.ts'
import { mailCategories, mailLogList, mailStatuses } from '#contract/words/mail.ts'
import { useCan } from '~/auth/session'
import { choiceFilter, periodFilter } from '~/components/resource-table/filters'
import { ResourceTable } from '~/components/resource-table/resource-table'
import { TwoLines } from '~/components/resource-table/rows'
import type { ListColumn, ListProps } from '~/components/resource-table/types'
import { Moment } from '~/components/resource-table/written-columns'
import { buttonVariants } from '~/components/ui/button'
import { exportMailLogs } from '~/functions/mail-log'
import { formatCount } from '~/lib/format'
import { useSelectedShop } from '~/shop/selected-shop'
import { ShopNotFound } from '~/shop/shop-not-found'
import { MailStatusChip } from './labels'
import { type MailLogSearch, mailLogListQuery, requestedLogs } from './queries'

const filters = [
  choiceFilter('status', mailFields.status, mailStatuses),
  choiceFilter('category', mailFields.category, mailCategories),
  periodFilter('from', 'to', '送信日'),
]

const number = { align: 'right', card: 'labelled' } as const
const columns: ListColumn<MailLogRow>[] = [
  {
    id: 'subject',
    label: mailFields.subject,
    width: 250,
    sortKey: 'subject',
    cell: ({ subject, segmentText }) => <TwoLines main={subject} sub={segmentText} />,
  },
  {
    id: 'status',
    label: mailFields.status,
    width: 96,
    card: 'beside',
    cell: (row) => <MailStatusChip {...row} />,
  },
  {
    id: 'category',
    label: mailFields.category,
    width: 92,
    card: 'text',
    cell: ({ category }) => mailCategories[category],
  },
  {
    id: 'sendAt',
    label: mailFields.sendAt,
    width: 170,
    card: 'labelled',
    sortKey: 'sendAt',
    sortFirst: 'desc',
    cell: ({ sendAt }) => <Moment at={sendAt} />,
  },
  {
    id: 'sentAt',
    label: mailFields.finishedAt,
    width: 170,
    priority: 2,
    cell: ({ sentAt }) => (sentAt ? <Moment at={sentAt} /> : '–'),
  },
  {
    id: 'total',
    label: mailFields.total,
    width: 78,
    ...number,
    sortKey: 'total',
    sortFirst: 'desc',
    cell: ({ counts }) => formatCount(counts.total),
  },
  {
    id: 'delivered',
    label: mailFields.delivered,
    width: 78,
    ...number,
    cell: ({ counts }) => formatCount(counts.delivered),
  },
  {
    id: 'missed',
    label: '不達・失敗',
    width: 96,
    ...number,
    cell: ({ counts }) => formatCount(counts.bounced + counts.failed),
  },
  {
    id: 'excluded',
    label: mailFields.excluded,
    width: 72,
    priority: 2,
    align: 'right',
    cell: ({ counts }) => formatCount(counts.excluded),
  },
  {
    id: 'sender',
    label: mailFields.senderStaffId,
    width: 120,
    priority: 2,
    card: 'text',
    cell: ({ sender }) => sender?.displayName ?? '–',
  },
]

/** Sent, sending and scheduled mails of the selected shops. */
export function MailLogList({ search, onSearchChange }: ListProps<MailLogSearch>) {
  const can = useCan()
  const { shops, label } = useSelectedShop(search.shop)
  const { data: answer } = useQuery(mailLogListQuery(requestedLogs(search, shops)))
  const { userId, senderStaffId, templateId, stepId } = search
  // A URL of an older release: the API resolves the number to a user.
  const named = search.memberId === undefined ? undefined : answer?.of.member?.id
  useEffect(() => {
    if (named !== undefined) onSearchChange({ ...search, memberId: undefined, userId: named }, { replace: true })
  }, [named, search, onSearchChange])
  const shown = useMemo(() => {
    const { of, list } = answer ?? {}
    const narrowed = (key: string, label: string, id: string | undefined, name: string | undefined | null) =>
      id === undefined ? [] : [choiceFilter(key, label, [[id, name ?? '…']])]
    return [
      ...narrowed('userId', '会員', userId, of?.member?.name),
      ...narrowed('senderStaffId', '送信者', senderStaffId, list?.[0]?.sender?.displayName),
      ...narrowed('templateId', 'テンプレート', templateId, of?.template?.name),
      ...narrowed('stepId', 'ステップメール', stepId, of?.step?.name),
      ...filters,
    ]
  }, [answer, userId, senderStaffId, templateId, stepId])
  return (
    <ResourceTable<MailLogRow, MailLogSearch, AnswerOf<'mailLog.list'>>
      name="mailLogs"
      title="送信履歴"
      lead={label}
      noun="送信履歴"
      actions={
        can('mail.send') && (
          <Link to="/mail/new" className={buttonVariants()}>
            <SquarePen aria-hidden />
            メール作成
          </Link>
        )
      }
      search={search}
      onSearchChange={onSearchChange}
      query={(params) => mailLogListQuery(requestedLogs(params, shops))}
      columns={columns}
      defaultSort={mailLogList.defaultSort}
      searchHint="件名・宛先条件"
      filters={shown}
      rowLabel={({ subject }) => subject}
      rowPath={({ id }) => `/mail/logs/${id}`}
      csv={can('mailLog.read') && ((params, signal) => exportMailLogs({ data: requestedLogs(params, shops), signal }))}
      notFound={<ShopNotFound />}
      firstUse={<p>会員にメールを送信すると、ここに表示されます。</p>}
    />
  )
}
