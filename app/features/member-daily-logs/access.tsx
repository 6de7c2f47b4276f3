import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { HealthAccess } from '#contract/daily-log.ts'
import { logKinds } from '#contract/words/daily-log.ts'
import { mostAssignedADay } from '#contract/words/member-record.ts'
import { roleLevels } from '#contract/words/staff.ts'
import { StaffName } from '~/auth/record-links'
import { MonthPicker } from '~/components/report/month-picker'
import { ScreenHead } from '~/components/screen-head'
import { ScrollBox } from '~/components/scroll-box'
import { EmptyState, FailedState, StaleNotice } from '~/components/states'
import { Chip } from '~/components/ui/chip'
import { Skeleton } from '~/components/ui/skeleton'
import { currentMonth, formatDate, formatDateTime, formatMonth, lastDayOf } from '~/lib/dates'
import { formatCount, none } from '~/lib/format'
import { allShops } from '~/shop/selected-shop'
import { KindTabs } from './kind-tabs'
import { type AccessSearch, accessQuery } from './queries'

type Looker = HealthAccess['staff'][number]

interface AccessProps {
  search: AccessSearch
  onSearchChange: (next: AccessSearch) => void
}

const nothing = () => {}

/** Access report: who read how many members' health data in a month, and for what purpose. */
export function Access({ search, onSearchChange }: AccessProps) {
  const month = search.month ?? currentMonth()
  const { data, error, refetch } = useQuery(accessQuery(month))
  return (
    <div className="flex flex-col gap-3 px-4 pb-6 sm:px-6 print:p-0">
      <ScreenHead title="健康情報アクセス状況" tabs={<KindTabs />}>
        <p className="figures hidden text-sm font-medium print:block">{formatMonth(month)}</p>
      </ScreenHead>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <MonthPicker
          month={month}
          onChange={(next) => onSearchChange(next === currentMonth() ? {} : { month: next })}
          // Every read is audited: no prefetching.
          onIntent={nothing}
        />
        <p className="text-sm text-muted-foreground">
          日次ログを開いた・値を表示した・出力したスタッフです。値が表示された会員だけを数えます。
        </p>
      </div>
      {error && data && <StaleNotice of="一覧" error={error} onRetry={() => void refetch()} className="" />}
      {data ? (
        data.staff.length === 0 ? (
          <EmptyState title={`${formatMonth(month)}に健康情報を見たスタッフはいません`}>
            {data.firstMonth && <p>最初の記録は{formatMonth(data.firstMonth)}です。</p>}
          </EmptyState>
        ) : (
          <Lookers month={month} staff={data.staff} />
        )
      ) : error ? (
        <FailedState title="健康情報アクセス状況を表示できませんでした" error={error} onRetry={() => void refetch()} />
      ) : (
        <div role="status">
          <span className="sr-only">読み込み中...</span>
          <Skeleton className="h-80" />
        </div>
      )}
      {data && data.assigned.length > 0 && <ManyAssigned days={data.assigned} />}
      {data && data.changes.length > 0 && <ProofChanges changes={data.changes} />}
    </div>
  )
}

/** Trainers with many new members on a day: an approved assignment opens health data. */
function ManyAssigned({ days }: { days: HealthAccess['assigned'] }) {
  return (
    <section aria-labelledby="many-assigned" className="mt-3">
      <h2 id="many-assigned" className="text-[15px] font-semibold">
        1日に{mostAssignedADay}名を超える会員の担当になったスタッフ
      </h2>
      <ul className="mt-2 divide-y rounded-lg border bg-card text-sm shadow-card print:shadow-none">
        {days.map(({ date, members, staff }) => (
          <li key={`${date} ${staff.id}`} className="flex flex-wrap gap-x-4 gap-y-1 px-3 py-2">
            <span className="figures text-muted-foreground">{formatDate(date)}</span>
            <span className="min-w-0 wrap-anywhere">
              <StaffName staff={staff} nobody={null} />：<span className="figures">{formatCount(members)}名</span>
            </span>
            <Link
              to="/hacomono/members"
              search={{ shop: allShops, trainerStaffId: staff.id, left: 'all' }}
              className="text-primary underline underline-offset-4 print:hidden"
            >
              担当する会員を見る
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What others have changed of the proofs of those who may read health data: whoever changes them could sign in as them. */
function ProofChanges({ changes }: Pick<HealthAccess, 'changes'>) {
  return (
    <section aria-labelledby="proof-changes" className="mt-3">
      <h2 id="proof-changes" className="text-[15px] font-semibold">
        ほかの人によるログイン情報の変更
      </h2>
      <p className="mt-1 text-sm text-muted-foreground">健康情報を見られるスタッフについての変更です。</p>
      <ul className="mt-2 divide-y rounded-lg border bg-card text-sm shadow-card print:shadow-none">
        {changes.map(({ auditId, at, action, actorName, staff }) => (
          <li key={auditId} className="flex flex-wrap gap-x-4 gap-y-1 px-3 py-2">
            <span className="figures text-muted-foreground">{formatDateTime(at)}</span>
            <span className="min-w-0 wrap-anywhere">
              <StaffName staff={staff} nobody={null} />：{proofChanges[action as keyof typeof proofChanges] ?? action}（
              {actorName ?? '不明'}）
            </span>
            <Link
              to="/audit-log/$auditId"
              params={{ auditId }}
              className="text-primary underline underline-offset-4 print:hidden"
            >
              操作履歴を見る
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const proofChanges = {
  'staff.changePassword': 'パスワードの再設定',
  'staff.sendPasswordReset': 'パスワード再設定のリンクの送信',
  'staff.resetSecondFactor': '2段階認証の解除',
  'user.update': 'メールアドレスの変更の手続き',
}

const heading = 'h-9 border-b bg-muted px-3 font-medium whitespace-nowrap'
const cell = 'figures border-b px-3 py-2 align-top'
const figure = `${cell} text-right`

function Lookers({ month, staff }: { month: string; staff: readonly Looker[] }) {
  const caption = `${formatMonth(month)}に健康情報を見たスタッフ`
  return (
    <ScrollBox label={caption} className="rounded-lg border bg-card shadow-card print:shadow-none">
      <table className="w-full min-w-240 text-sm print:min-w-0 print:text-[8.5pt]">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {['スタッフ', '閲覧', '表示', '出力', '会員数', '最多の日', '50名を超えた日', '種類', '表示の理由'].map(
              (label, at) => (
                <th key={label} scope="col" className={`${heading} ${at === 0 || at > 4 ? 'text-left' : 'text-right'}`}>
                  {label}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {staff.map((one) => (
            <LookerRow key={one.id} month={month} looker={one} />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

const text = `${cell} text-left`

function LookerRow({ month, looker }: { month: string; looker: Looker }) {
  const { id, displayName, role, reads, reveals, exports, members, busiest, noticed, kinds, reasons } = looker
  return (
    <tr>
      <th scope="row" className={`${text} font-normal whitespace-nowrap`}>
        <Link
          to="/audit-log"
          search={{
            staffId: id,
            group: 'health',
            from: `${month}-01`,
            to: lastDayOf(month),
          }}
          className="font-medium underline-offset-4 hover:underline"
        >
          {displayName ?? '削除されたスタッフ'}
        </Link>
        <span className="block text-xs text-muted-foreground">{roleLevels[role]}</span>
      </th>
      <td className={figure}>{formatCount(reads)}</td>
      <td className={figure}>{formatCount(reveals)}</td>
      <td className={figure}>{formatCount(exports)}</td>
      <td className={figure}>{formatCount(members)}名</td>
      <td className={`${text} whitespace-nowrap`}>
        {busiest ? `${formatDate(busiest.date)} ${formatCount(busiest.members)}名` : none}
      </td>
      <td className={text}>
        {noticed.length === 0
          ? none
          : noticed.map((day) => (
              <Chip key={day} tone="warning" className="mr-1 mb-1">
                {formatDate(day)}
              </Chip>
            ))}
      </td>
      <td className={text}>
        {kinds.length === 0
          ? none
          : kinds.map((one) => (
              <span key={one.kind} className="mr-3 inline-block whitespace-nowrap">
                {logKinds[one.kind]} {formatCount(one.members)}名
              </span>
            ))}
      </td>
      <td className={text}>
        {reasons.length === 0
          ? none
          : reasons.map(({ reason, count }) => (
              <span key={reason} className="block wrap-anywhere">
                {reason}（{formatCount(count)}件）
              </span>
            ))}
      </td>
    </tr>
  )
}
