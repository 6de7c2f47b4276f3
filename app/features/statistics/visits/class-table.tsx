import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ChangesInVisitsSummary, VisitClassRow } from '#contract/report-visits.ts'
import { useCan } from '~/auth/session'
import { useMayBeginActions } from '~/auth/use-may-begin-actions'
import { FigureTable } from '~/components/report/figure-table'
import { Panel } from '~/components/report/panel'
import { saveCsvAnswer } from '~/data/save-csv'
import { exportChangesInVisitsMembers } from '~/functions/report'
import { failureMessage } from '~/lib/failure'
import { changeOf, formatCount, formatDifference, formatPercent } from '~/lib/format'
import { notify } from '~/lib/notices'
import type { ScreenProps } from '../period'
import { classMembersQuery, type RequestedVisits, type VisitsSearch } from './queries'

/** What each class is, for the thresholds of the answer. */
export function definitionOf(
  key: VisitClassRow['key'],
  { windowDays, minDiff, ratio }: ChangesInVisitsSummary['requestInfo'],
) {
  const change = `${minDiff}日以上、かつ${Math.round(ratio * 100)}%以上`
  return {
    new: `${2 * windowDays}日以内に入会・復会した会員。比べる前の期間がそろっていません。`,
    returned: `前の${windowDays}日間に来館がなく、この${windowDays}日間に来館した会員。休会からの復帰を含みます。`,
    newlyDormant: `前の${windowDays}日間に来館し、この${windowDays}日間に来館がない会員。`,
    dormant: `${2 * windowDays}日間に来館がない会員。お知らせのメールでは既定で宛先から除かれます。`,
    decrease: `来館日数が前の期間より${change}減った会員。`,
    increase: `来館日数が前の期間より${change}増えた会員。`,
    stable: 'ほかの6つのどれにも当たらない会員。',
  }[key]
}

interface ClassTableProps extends ScreenProps<VisitsSearch> {
  stats: ChangesInVisitsSummary
  request: RequestedVisits
}

/** The seven classes; from each to its people, their file, a mail and an action. */
export function ClassTable({ stats, search, request, onSearchChange }: ClassTableProps) {
  const can = useCan()
  const opens = can('member.export')
  return (
    <Panel title="来館の変化の7つの分類">
      <FigureTable
        caption="来館の変化の7つの分類"
        className="max-h-none"
        head="分類"
        rows={stats.classes}
        keyOf={({ key }) => key}
        nameOf={(row) => (
          <>
            <span className="font-medium">{row.label}</span>
            <span className="block max-w-[52ch] text-xs text-muted-foreground @max-[700px]:hidden">
              {definitionOf(row.key, stats.requestInfo)}
            </span>
            {row.key === 'dormant' && row.count !== 0 && (
              <span className="block max-w-[52ch] text-xs text-muted-foreground @max-[700px]:max-w-[13ch]">
                {stats.dormantSince.map(({ label, count }) => `${label} ${formatCount(count)}名`).join('、')}
              </span>
            )}
          </>
        )}
        columns={[
          {
            label: '会員（名）',
            value: (row) =>
              opens && row.count ? (
                // The link on a phone, where the others are out of sight.
                <button
                  type="button"
                  aria-expanded={search.group === row.key}
                  className="font-medium text-primary underline underline-offset-4"
                  onClick={() => onSearchChange(toggled(search, row.key))}
                >
                  <span className="sr-only">{row.label}の会員 </span>
                  {formatCount(row.count)}
                </button>
              ) : (
                formatCount(row.count)
              ),
            total: formatCount(stats.population),
          },
          {
            label: '構成比',
            value: ({ share }) => formatPercent(share),
            total: formatPercent(stats.population ? 1 : null),
          },
          {
            label: '前の期間',
            formula: `${request.windowDays}日前に同じ条件で数えた人数。`,
            value: ({ prevCount }) => formatCount(prevCount),
          },
          { label: '増減', value: ({ count, prevCount }) => formatDifference(changeOf(count, prevCount)) },
          opens && {
            label: '',
            value: (row) =>
              row.count !== 0 && <Leads row={row} search={search} request={request} onSearchChange={onSearchChange} />,
          },
        ]}
        total="対象会員"
      />
    </Panel>
  )
}

const look =
  'inline-flex h-7 items-center rounded-sm px-1.5 text-sm font-medium text-primary underline-offset-4 hover:underline aria-disabled:opacity-50'

/** The list of a class opens, or closes where it is open. */
const toggled = (search: VisitsSearch, key: VisitClassRow['key']) =>
  ({ ...search, group: search.group === key ? undefined : key, page: undefined }) as VisitsSearch

/** Maximum of hand-picked recipients, and of rows in one response. */
const most = 500

function Leads({ row, search, request, onSearchChange }: { row: VisitClassRow } & Omit<ClassTableProps, 'stats'>) {
  const can = useCan()
  const mayBeginActions = useMayBeginActions()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const of = <span className="sr-only">{row.label}の</span>
  const alone = async (act: () => Promise<unknown>) => {
    if (isBusy) return
    setBusy(true)
    try {
      await act()
    } catch (error) {
      notify.error(failureMessage(error).text)
    } finally {
      setBusy(false)
    }
  }
  /** The members of the class, in the order of their list; says so where there are none, or too many. */
  const peopleFor = async (what: string) => {
    const { list, paging } = await queryClient.fetchQuery(
      classMembersQuery({ ...request, class: row.key, offset: 0, limit: most }),
    )
    // Members no longer in scope are nobody's recipients.
    const ids = list.flatMap(({ userId }) => userId ?? [])
    if (ids.length === 0) return void notify.message(`${what}にできる会員がいません。`)
    if (paging.total > most)
      notify.message(`全${formatCount(paging.total)}名のうち、先頭の${most}名を${what}にしました。`)
    return ids.join('.')
  }
  const write = async () => {
    const users = await peopleFor('宛先')
    if (users) await navigate({ to: '/mail/new', search: { shop: search.shop, users } })
  }
  const begin = async () => {
    const users = await peopleFor('アクションの対象')
    const action = { shop: request.shopId, metric: 'visitDays', users } as const
    if (users) await navigate({ to: '/shop-reports/actions/new', search: action })
  }
  const isOpen = search.group === row.key
  return (
    <span className="inline-flex gap-1 print:hidden">
      <button
        type="button"
        aria-expanded={isOpen}
        className={look}
        onClick={() => onSearchChange(toggled(search, row.key))}
      >
        {of}一覧
      </button>
      <button
        type="button"
        aria-disabled={isBusy || undefined}
        className={look}
        onClick={() =>
          void alone(() =>
            saveCsvAnswer(() =>
              exportChangesInVisitsMembers({ data: { ...request, class: row.key, offset: 0, limit: most } }),
            ),
          )
        }
      >
        {of}CSV
      </button>
      {can('mail.send') && (
        <button type="button" aria-disabled={isBusy || undefined} className={look} onClick={() => void alone(write)}>
          {of}メール作成
        </button>
      )}
      {mayBeginActions && (
        <button type="button" aria-disabled={isBusy || undefined} className={look} onClick={() => void alone(begin)}>
          {of}アクション
        </button>
      )}
    </span>
  )
}
