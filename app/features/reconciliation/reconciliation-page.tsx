import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Reconciliation } from '#contract/reconciliation.ts'
import { type ReconciledReport, reconciledFigures, reconciledReports } from '#contract/words/reconciliation.ts'
import { ActsLink } from '~/auth/record-links'
import { RecordPage } from '~/components/record/record-page'
import { relatedLook } from '~/components/record/related'
import { FailedState } from '~/components/states'
import { Chip } from '~/components/ui/chip'
import { NativeSelect } from '~/components/ui/native-select'
import { Skeleton } from '~/components/ui/skeleton'
import { formatDate, formatDateTime, formatMonth } from '~/lib/dates'
import { useSelectedShop } from '~/shop/selected-shop'
import { previousOfShop } from '~/shop/shop-query'
import { Bring } from './bring'
import { BroughtFiles } from './brought-files'
import { Differences } from './differences'
import { FigureTable } from './figure-table'
import { Notes } from './notes'
import { ofSearch, type ReconciliationSearch, reconciliationQuery } from './queries'

const list = { to: '/other-settings/club-system', label: '会員管理システム' } as const
const title = '数字の突き合わせ'

interface PageProps {
  search: ReconciliationSearch
  onSearch: (search: ReconciliationSearch) => void
}

/** A month's figures of the club system beside ours, and whom each difference is about. */
export function ReconciliationPage({ search, onSearch }: PageProps) {
  const { shops, label } = useSelectedShop(search.shop)
  const of = ofSearch(search, shops)
  const { data, error, refetch } = useQuery({ ...reconciliationQuery(of), placeholderData: previousOfShop(of) })
  return (
    <RecordPage
      list={list}
      title={title}
      state={<span className="text-sm font-medium">{label}</span>}
      related={<ActsLink resourceType="reconciliation" />}
      wide
    >
      <p className="mb-4 text-sm">
        会員管理システム（hacomono）の月次の数字と、こちらの同じ月の数字を並べ、差を会員や売上まで確かめます。
      </p>
      {data ? (
        <Loaded data={data} shopId={of.shopId} shopLabel={label} search={search} onSearch={onSearch} />
      ) : error ? (
        <FailedState title="数字の突き合わせを表示できませんでした" error={error} onRetry={() => void refetch()} />
      ) : (
        <div role="status" className="space-y-4">
          <span className="sr-only">読み込み中...</span>
          <Skeleton className="h-28 w-full" />
          <Skeleton className="h-80 w-full" />
        </div>
      )}
    </RecordPage>
  )
}

interface LoadedProps extends PageProps {
  data: Reconciliation
  shopId: string | undefined
  shopLabel: string
}

function Loaded({ data, shopId, shopLabel, search, onSearch }: LoadedProps) {
  const { brandCode, shops, month, files, figures } = data
  if (brandCode === null)
    return (
      <p className="text-sm">
        会員管理システムに接続していません。先に{' '}
        <Link to="/other-settings/club-system" className={relatedLook}>
          会員管理システム
        </Link>{' '}
        で接続し、スタジオを対応付けてください。
      </p>
    )
  if (shopId !== undefined && !shops.some(({ id }) => id === shopId))
    return (
      <p className="text-sm">
        {shopLabel}
        は、会員管理システムのスタジオに対応付けられていません。画面の上で、別の店舗か全店舗を選んでください。
      </p>
    )
  const opened = figures.find(({ figure }) => figure === search.figure && figure !== undefined)
  return (
    <div className="space-y-6 pb-12">
      <Bring
        shopId={shopId ?? null}
        shopLabel={shopLabel}
        isFirst={files.length === 0}
        onBrought={(brought) => onSearch({ ...search, month: brought, figure: undefined })}
      />
      {month !== null && (
        <>
          <MonthBar data={data} onMonth={(next) => onSearch({ ...search, month: next, figure: undefined })} />
          {files.length === 0 && (
            <p className="text-sm">{formatMonth(month)}のファイルは、まだ読み込まれていません。</p>
          )}
          {reportsOf(data).map((report) => (
            <FigureTable
              key={report}
              report={report}
              month={month}
              figures={figures.filter(({ figure }) => reconciledFigures[figure].report === report)}
              opened={search.figure}
              onOpen={(figure) => onSearch({ ...search, figure })}
            />
          ))}
          {opened && (
            <Differences
              key={`${month} ${opened.figure}`}
              of={opened}
              month={month}
              shopId={shopId}
              onClose={() => onSearch({ ...search, figure: undefined })}
            />
          )}
          <Notes data={data} isAllShops={shopId === undefined} />
          {files.length > 0 && <BroughtFiles files={files} month={month} shopId={shopId} />}
        </>
      )}
    </div>
  )
}

const reportsOf = ({ files }: Reconciliation) =>
  (Object.keys(reconciledReports) as ReconciledReport[]).filter((report) =>
    files.some((file) => file.report === report),
  )

/** Which month is shown, and until when both sides count it. */
function MonthBar({ data, onMonth }: { data: Reconciliation; onMonth: (month: string) => void }) {
  const { month, months, files, dataAsOf, ourTo, isCounting } = data
  if (month === null) return null
  const offered = months.includes(month) ? months : [month, ...months]
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <NativeSelect aria-label="対象の月" value={month} onChange={({ target }) => onMonth(target.value)}>
        {offered.map((one) => (
          <option key={one} value={one}>
            {formatMonth(one)}
          </option>
        ))}
      </NativeSelect>
      {files.some(({ isOpen }) => isOpen) && <Chip tone="warning">月の途中のファイル</Chip>}
      {isCounting ? (
        <Chip tone="warning">こちらは集計中</Chip>
      ) : (
        <span className="text-muted-foreground">
          こちらのデータ: {dataAsOf ? `${formatDateTime(dataAsOf)}まで` : 'まだありません'}
          {ourTo && `（この月は${formatDate(ourTo)}まで）`}
        </span>
      )}
    </div>
  )
}
