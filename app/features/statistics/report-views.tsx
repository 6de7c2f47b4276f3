import { Bookmark } from 'lucide-react'
import type { ViewedReport } from '#contract/words/saved-view.ts'
import { Button } from '~/components/ui/button'
import { useOnDemand } from '~/lib/on-demand'

export interface ReportViewsProps<Search> {
  report: ViewedReport
  /** The report's search from values as in a URL. */
  read: (raw: Record<string, unknown>) => Search
  search: Search
  onSearchChange: (next: Search) => void
}

/** The button of a report's saved views. */
export function ReportViews<Search extends object>(props: ReportViewsProps<Search>) {
  const menu = useOnDemand(() => import('./report-views-menu.lazy'))
  return (
    <>
      <Button {...menu.button} variant="outline" aria-haspopup="dialog" className="max-sm:w-9 max-sm:px-0 print:hidden">
        <Bookmark aria-hidden />
        <span className="max-sm:sr-only">保存した表示</span>
      </Button>
      {menu.Overlay && <menu.Overlay {...menu.overlayProps} {...(props as unknown as ReportViewsProps<object>)} />}
    </>
  )
}
