import { Bookmark, Download, ListFilter as FilterIcon, SlidersHorizontal } from 'lucide-react'
import { type ComponentType, type ReactNode, type RefObject, useId, useState } from 'react'
import type { ListState } from '~/lib/list-search'
import { useOnDemand } from '~/lib/on-demand'
import { cn } from '~/lib/utils'
import { lazyPart } from '../lazy-part'
import { Button } from '../ui/button'
import { type FilterValues, isSet, type ListFilter } from './filters'
import type { Preferences } from './preferences'
import type { SavedView } from './saved-views'
import { SearchField } from './search-field'
import type { ListColumn, SharedViewsProps } from './types'

const loadCsv = () => import('./csv-export.lazy')
const CsvExport = lazyPart(loadCsv, { missing: 'notice' })
/** On hover, which needs no error message. */
const warmCsv = () => void loadCsv().catch(() => {})

interface ToolbarProps<Row> {
  field: RefObject<HTMLInputElement | null>
  name: string
  hasViews: boolean
  /** The name of the saved view that is shown. */
  activeView: ReactNode
  SharedViews: ComponentType<SharedViewsProps> | undefined
  searchHint: string | undefined
  /** Shown in place of the search field where the list has no search. */
  lead: ReactNode
  search: ListState
  onSearch: (keyword: string, isFirst: boolean) => void
  onLeaveSearch: (keyword: string) => void
  onView: (view: SavedView) => void
  filters: readonly ListFilter[]
  onFilter: (set: FilterValues) => void
  columns: readonly ListColumn<Row>[]
  /** The columns shown now. */
  shown: readonly ListColumn<Row>[]
  preferences: Preferences
  onPreferences: (next: Partial<Preferences>) => void
  csv:
    | {
        total: number | undefined
        isAtLeast: boolean | undefined
        title: string
        save: (signal: AbortSignal) => Promise<Response>
      }
    | undefined
}

/** In narrow windows only the icon is visible. */
const narrow = 'max-sm:size-9 max-sm:px-0'
const words = 'max-sm:sr-only'

/** Search, filters, saved views, columns and export of a list. */
export function Toolbar<Row>({ field, search, filters, csv, ...props }: ToolbarProps<Row>) {
  const panelId = useId()
  const panel = useOnDemand(() => import('./filter-panel.lazy'))
  const menu = useOnDemand(() => import('./views-menu.lazy'))
  const display = useOnDemand(() => import('./display-menu.lazy'))
  const [exporting, setExporting] = useState(false)
  const values = search as FilterValues
  const set = filters.filter((filter) => isSet(filter, values)).length

  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 print:hidden">
      {props.lead}
      {props.searchHint !== undefined && (
        <SearchField
          field={field}
          keyword={search.keyword ?? ''}
          hint={props.searchHint}
          onSearch={props.onSearch}
          onLeave={props.onLeaveSearch}
        />
      )}
      {filters.length > 0 && (
        <Button {...panel.button} aria-controls={panelId} variant="outline" className={set > 0 ? undefined : narrow}>
          <FilterIcon aria-hidden />
          <span className={words}>絞り込み</span>
          {set > 0 && (
            <span className="figures rounded-full bg-primary px-1.5 text-xs text-primary-foreground">{set}</span>
          )}
        </Button>
      )}
      {/* Follows its button in tab order, but is displayed below the whole line. */}
      {panel.Overlay && panel.overlayProps.open && (
        <div className="order-last basis-full">
          <panel.Overlay
            {...panel.overlayProps}
            id={panelId}
            filters={filters}
            values={values}
            onChange={props.onFilter}
          />
        </div>
      )}
      <div className="flex flex-wrap gap-2 sm:ml-auto">
        {props.hasViews && (
          <Button {...menu.button} variant="outline" aria-haspopup="dialog" className={narrow}>
            <Bookmark aria-hidden />
            <span className={cn('max-w-56 truncate', words)}>保存した条件{props.activeView}</span>
          </Button>
        )}
        {props.hasViews && menu.Overlay && (
          <menu.Overlay
            {...menu.overlayProps}
            list={props.name}
            search={search}
            columns={props.preferences.columns}
            onChoose={props.onView}
            Shared={props.SharedViews}
          />
        )}
        <Button {...display.button} variant="outline" aria-haspopup="dialog" className={narrow}>
          <SlidersHorizontal aria-hidden />
          <span className={words}>表示設定</span>
        </Button>
        {display.Overlay && (
          <display.Overlay
            {...display.overlayProps}
            columns={props.columns}
            shown={props.shown}
            preferences={props.preferences}
            onChange={props.onPreferences}
          />
        )}
        {csv && (
          <Button
            variant="outline"
            className={narrow}
            disabled={!csv.total || exporting}
            aria-haspopup="dialog"
            onPointerEnter={warmCsv}
            onFocus={warmCsv}
            onClick={() => setExporting(true)}
          >
            <Download aria-hidden />
            <span className={words}>CSV出力</span>
          </Button>
        )}
      </div>
      {exporting && csv && <CsvExport {...csv} onClose={() => setExporting(false)} />}
    </div>
  )
}
