import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatDateTime } from '~/lib/dates'
import { changeText, fieldLabel } from './change-text'
import { withOffset } from './offset'
import { historyQuery, type TabSearch } from './queries'
import { TabState } from './tab-state'
import { TabPages } from './tab-table'

interface HistoryProps {
  memberId: string
  search: TabSearch
  onSearchChange: (search: TabSearch) => void
}

/** Who changed what of this member, and when. */
export function History({ memberId, search, onSearchChange }: HistoryProps) {
  const query = useQuery({ ...historyQuery(memberId, search), placeholderData: keepPreviousData })
  return (
    <TabState
      query={query}
      noun="変更履歴"
      nothing={({ paging }) => (paging.total === 0 ? 'この会員の変更はまだありません' : undefined)}
    >
      {({ list, paging }) => (
        <>
          <ol className="divide-y rounded-lg border bg-card shadow-card">
            {list.map(({ id, at, actor, fields }) => (
              <li key={id} className="px-4 py-3 text-sm print:break-inside-avoid">
                <p className="flex flex-wrap gap-x-3">
                  <span className="figures">{formatDateTime(at)}</span>
                  <span className="font-medium">{actor?.displayName ?? '自動処理'}</span>
                </p>
                <dl className="mt-1.5 grid gap-x-4 gap-y-1.5 sm:grid-cols-[9rem_minmax(0,1fr)]">
                  {fields.map(({ field, before, after }) => (
                    <div key={field} className="sm:col-span-2 sm:grid sm:grid-cols-subgrid">
                      <dt className="text-muted-foreground">{fieldLabel(field)}</dt>
                      <dd className="min-w-0 whitespace-pre-line wrap-anywhere">
                        <span className="text-muted-foreground">{changeText(field, before)}</span>
                        <span aria-hidden> → </span>
                        <span className="sr-only">から</span>
                        {changeText(field, after)}
                      </dd>
                    </div>
                  ))}
                </dl>
              </li>
            ))}
          </ol>
          <TabPages paging={paging} onPage={(offset) => onSearchChange(withOffset(search, offset))} />
        </>
      )}
    </TabState>
  )
}
