import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { StaffName } from '~/auth/record-links'
import { buttonVariants } from '~/components/ui/button'
import { formatDate, formatDateTime } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { ReportStatusChip } from '~/nouns/shop-report/status-chips'
import { shopDailyReportsQuery } from './queries'
import { useShop } from './shop-page'
import { ShortList } from './short-list'

/** The shop's latest daily reports, and a link to its calendar. */
export function ShopDailyReports() {
  const { id, name } = useShop()
  return (
    <ShortList
      query={useQuery(shopDailyReportsQuery(id))}
      noun="日報"
      label={`${name}の日報`}
      more={
        <Link to="/shop-reports" search={{ shop: id }} className={buttonVariants({ variant: 'outline' })}>
          提出状況を見る
        </Link>
      }
      columns={[
        {
          label: '日付',
          cell: ({ date }) => (
            <Link
              to="/shop-reports/$shopId/$date"
              params={{ shopId: id, date }}
              className="figures text-primary underline-offset-4 hover:underline"
            >
              {formatDate(date)}
            </Link>
          ),
        },
        { label: '状態', cell: ({ status }) => <ReportStatusChip status={status} /> },
        { label: '来館数', isFigure: true, cell: ({ visitCount }) => formatCount(visitCount) },
        { label: '入会', isFigure: true, cell: ({ admissionCount }) => formatCount(admissionCount) },
        { label: '事故・けが', isMinor: true, cell: ({ hasIncident }) => (hasIncident ? 'あり' : '–') },
        { label: '作成者', isMinor: true, cell: ({ author }) => <StaffName staff={author} isQuiet /> },
        { label: '提出', isMinor: true, cell: ({ submittedAt }) => (submittedAt ? formatDateTime(submittedAt) : '–') },
      ]}
    />
  )
}
