import { Bookmark, Download, ListFilter as FilterIcon, SlidersHorizontal } from 'lucide-react'
import { lazy, type RefObject, Suspense, useState } from 'react'
import type { ListState } from '~/lib/list-search'
import { useOnDemand } from '~/lib/on-demand'
import { Button, type ButtonProps } from '../ui/button'
import { type FilterValues, isSet, type ListFilter } from './filters'
import type { Preferences } from './preferences'
import type { SavedView } from './saved-views'
import { SearchField } from './search-field'
import type { ListColumn } from './types'

const loadCsv = () => import('./csv-export.lazy')
const CsvExport = lazy(loadCsv)

interface ToolbarProps<Row> {
  field: RefObject<HTMLInputElement | null>
  /** The views saved under it; absent where none are. */
  name: string | undefined
  searchHint: string
  search: ListState
  onSearch: (keyword: string, isFirst: boolean) => void
  onLeaveSearch: (keyword: string) => void
  onView: (view: SavedView) => void
  filters: readonly ListFilter[]
  panelButton: ButtonProps
  columns: readonly ListColumn<Row>[]
  visibility: Record<string, boolean>
  preferences: Preferences
  onPreferences: (next: Partial<Preferences>) => void
  csv: { total: number | undefined; title: string; save: (signal: AbortSignal) => Promise<Response> } | undefined
}

/** Search, filters, saved views, columns and export of a list. */
export function Toolbar<Row>({ field, search, filters, panelButton, csv, ...props }: ToolbarProps<Row>) {
  const views = useOnDemand(() => import('./views-menu.lazy'))
  const display = useOnDemand(() => import('./display-menu.lazy'))
  const [exporting, setExporting] = useState(false)
  const set = filters.filter((filter) => isSet(filter, search as FilterValues)).length

  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchField
        field={field}
        keyword={search.keyword ?? ''}
        hint={props.searchHint}
        onSearch={props.onSearch}
        onLeave={props.onLeaveSearch}
      />
      {filters.length > 0 && (
        <Button {...panelButton} variant="outline">
          <FilterIcon aria-hidden />
          絞り込み
          {set > 0 && (
            <span className="figures rounded-full bg-primary px-1.5 text-xs text-primary-foreground">{set}</span>
          )}
        </Button>
      )}
      <div className="flex flex-wrap gap-2 sm:ml-auto">
        {props.name !== undefined && (
          <Button {...views.button} variant="outline" aria-haspopup="dialog">
            <Bookmark aria-hidden />
            ビュー
          </Button>
        )}
        {props.name !== undefined && views.Overlay && (
          <views.Overlay
            {...views.overlayProps}
            list={props.name}
            search={search}
            columns={props.preferences.columns}
            onChoose={props.onView}
          />
        )}
        <Button {...display.button} variant="outline" aria-haspopup="dialog">
          <SlidersHorizontal aria-hidden />
          表示
        </Button>
        {display.Overlay && (
          <display.Overlay
            {...display.overlayProps}
            columns={props.columns}
            visibility={props.visibility}
            density={props.preferences.density}
            onChange={props.onPreferences}
          />
        )}
        {csv && (
          <Button
            variant="outline"
            disabled={!csv.total || exporting}
            aria-haspopup="dialog"
            onPointerEnter={() => void loadCsv()}
            onFocus={() => void loadCsv()}
            onClick={() => setExporting(true)}
          >
            <Download aria-hidden />
            CSV
          </Button>
        )}
      </div>
      {exporting && csv && (
        <Suspense>
          <CsvExport {...csv} onClose={() => setExporting(false)} />
        </Suspense>
      )}
    </div>
  )
}
