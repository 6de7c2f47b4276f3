import { useQuery } from '@tanstack/react-query'
import { RefreshCw, Trash2 } from 'lucide-react'
import type { ReportView } from '#contract/report-view.ts'
import type { ViewedReport } from '#contract/words/report-view.ts'
import { useCan } from '~/auth/session'
import { textsOf } from '~/components/resource-table/saved-views'
import type { SharedViewsProps } from '~/components/resource-table/types'
import { Button } from '~/components/ui/button'
import { notifyRefusal, useServerMutation } from '~/data/mutation'
import { serverQuery } from '~/data/query'
import { createReportView, listReportViews, removeReportView, updateReportView } from '~/functions/report-view'
import { failureMessage } from '~/lib/failure'
import type { ListState } from '~/lib/list-search'
import { ShareForm } from '~/shop/share-form'

/** The views of a report that the shop shares, and sharing what is shown now. */
export default function SharedReportViews({ list, search, onChoose }: SharedViewsProps) {
  const report = list as ViewedReport
  const can = useCan()
  const { data, error } = useQuery(
    serverQuery('reportView.list', listReportViews)({ report, sortKey: 'name', sortDir: 'asc', limit: 100 }),
  )
  const views = data?.list ?? []

  return (
    <section aria-label="店舗で共有している表示" className="mt-3 border-t pt-3">
      <h3 className="mb-1 font-medium">店舗で共有している表示</h3>
      {error && <p className="text-muted-foreground">{failureMessage(error).text}</p>}
      {data && views.length === 0 && <p className="text-muted-foreground">まだありません。</p>}
      <ul className="max-h-[min(16rem,30dvh)] space-y-0.5 overflow-y-auto">
        {views.map((view) => (
          <li key={view.id} className="flex items-center">
            <button
              type="button"
              className="min-h-9 min-w-24 flex-1 truncate rounded-md px-2 text-left hover:bg-muted"
              onClick={() => onChoose({ name: view.name, search: view.search, columns: {} })}
            >
              {view.name}
            </button>
            {view.canEdit && <Changes view={view} search={search} />}
          </li>
        ))}
      </ul>
      {can('view.share') && <Share report={report} search={search} />}
    </section>
  )
}

/** Replaces a shared view by what is shown now, and deletes it. */
function Changes({ view, search }: { view: ReportView; search: ListState }) {
  const { id, version, name } = view
  const update = useServerMutation(updateReportView, {
    invalidates: ['reportView'],
    done: `共有の表示「${name}」を更新しました。`,
    undo: (saved) => () => updateReportView({ data: { id, version: saved.version, search: view.search } }),
  })
  const remove = useServerMutation(removeReportView, {
    invalidates: ['reportView'],
    done: `共有の表示「${name}」を削除しました。`,
    undo: () => () => createReportView({ data: draftOf(view) }),
  })
  const drop = (entry: Element | null) => {
    const near = entry?.nextElementSibling ?? entry?.previousElementSibling ?? entry?.closest('section')
    near?.querySelector<HTMLElement>('button, input')?.focus()
    void remove.mutateAsync({ data: { id, version } }).catch(notifyRefusal)
  }
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        title="今の表示で更新する"
        aria-label={`共有の表示「${name}」を今の表示で更新する`}
        disabled={update.isPending}
        onClick={() => void update.mutateAsync({ data: { id, version, search: textsOf(search) } }).catch(notifyRefusal)}
      >
        <RefreshCw aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`共有の表示「${name}」を削除する`}
        onClick={({ currentTarget }) => drop(currentTarget.closest('li'))}
      >
        <Trash2 aria-hidden />
      </Button>
    </>
  )
}

/** Shares what is shown with the selected shop, or with all of the user's shops. */
function Share({ report, search }: { report: ViewedReport; search: ListState }) {
  const share = useServerMutation(createReportView, {
    invalidates: ['reportView'],
    undo:
      ({ id, version }) =>
      () =>
        removeReportView({ data: { id, version } }),
  })
  return (
    <ShareForm
      noun="表示"
      right="view.share"
      shopInUrl={(search as { shop?: string }).shop}
      isPending={share.isPending}
      onShare={(name, shopIds, label) =>
        share.mutateAsync({
          data: { report, name, search: textsOf(search), shopIds },
          done: `表示を共有しました（${label}）。`,
        })
      }
    />
  )
}

const draftOf = ({ report, name, search, shopIds }: ReportView) => ({ report, name, search, shopIds })
