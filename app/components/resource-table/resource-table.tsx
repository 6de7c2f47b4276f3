import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect, useId, useMemo, useRef } from 'react'
import { isApiError } from '#contract/errors.ts'
import { pendingDelay } from '~/lib/constants'
import { formatCount } from '~/lib/format'
import { type ListState, pageOf } from '~/lib/list-search'
import { rememberList } from '~/lib/lists-as-left'
import { useOnDemand } from '~/lib/on-demand'
import { rememberPageSize } from '~/lib/page-size'
import { useIsLate } from '~/lib/use-is-late'
import { cn } from '~/lib/utils'
import { EmptyState, FailedState, StaleNotice } from '../states'
import { ThinBar } from '../thin-bar'
import { Button } from '../ui/button'
import { columnsInRoom, useScreenWidth } from './columns-in-room'
import { FilterChips } from './filter-chips'
import { type FilterValues, filterText, isSet, type ListFilter, without } from './filters'
import { useIsNarrow } from './media'
import { Pager, rangeText, totalText } from './pager'
import { usePreferences } from './preferences'
import { Card, TableRow } from './rows'
import { RowsInSight } from './rows-in-sight'
import { TableHeader } from './table-header'
import { Cards, SkeletonBody, SkeletonCards, TableRegion, tickWidth } from './table-region'
import type { RowsShown } from './tiles'
import { Toolbar } from './toolbar'
import { type ListAnswer, type ListColumn, type ListQuery, rowHeight, type SharedViewsProps, type Sums } from './types'
import { useLateParts } from './use-late-parts'
import { useListKeys } from './use-list-keys'
import { usePrinting } from './use-printing'
import { useRecordLinks } from './use-record-links'
import { useSelection } from './use-selection'
import { useVirtual } from './use-virtual'

/** From this number of rows on, only the visible ones are rendered. */
const virtualFrom = 100
/** Skeleton lines, and rows until the virtualiser has loaded: enough to fill a window. */
const firstRows = 24
/** Margins and borders left and right of the table, in pixels. */
const margins = 50
/** Delay after the rows have arrived before the next page is prefetched, in milliseconds. */
const nextPageAfter = 200
/** Estimated height of a card before it is measured, in pixels. */
const cardHeight = 108

/** What a route passes to a list screen: its search, and how to change it. */
export interface ListProps<Search extends ListState> {
  search: Search
  onSearchChange: (next: Search, how: { replace: boolean }) => void
}

export interface ResourceTableProps<
  Row extends { id: string },
  Search extends ListState,
  Answer extends ListAnswer<Row> = ListAnswer<Row>,
> extends ListProps<Search> {
  /** Columns, density and views are remembered under this name. */
  name: string
  title: string
  /** Description of the rows, under the title, or in place of the search field in an embedded list. */
  lead?: ReactNode
  /** Replaces title and lead: a summary of all rows. */
  head?: (answer: Answer | undefined) => ReactNode
  /** What a row is: 会員. */
  noun: string
  /** Right of the title: 新規登録 and the like. */
  actions?: ReactNode
  query: (search: Search) => ListQuery<Row, Answer>
  columns: readonly ListColumn<Row>[]
  /** The order of the list when the URL names none: `kana`, `-updatedAt`. */
  defaultSort: string
  /** Absent: the list has no search. */
  searchHint?: string
  filters?: readonly ListFilter[]
  /** The name of a row, for its checkbox and screen readers. */
  rowLabel: (row: Row) => string
  /** Null for a row without a link. */
  rowPath: (row: Row) => string | null
  /** Alternative display of the rows at any width; print always uses the table. */
  tiles?: false | ((shown: RowsShown<Row>) => ReactNode)
  /** Whether the record opens over the list, which keeps its search, rows and scroll position. */
  opensOver?: boolean
  /** Makes rows selectable; renders the actions in a bar over the list. */
  selection?: false | ((rows: Row[], clear: () => void) => ReactNode)
  /** False where the URL also determines whose rows these are, not only filters. */
  hasViews?: false
  /** Conditions shared among shops, listed below the user's own. */
  SharedViews?: ComponentType<SharedViewsProps>
  /** Exports the filtered list as CSV; false without the permission. */
  csv?: false | ((search: Search, signal: AbortSignal) => Promise<Response>)
  /** False where every read is audited: no prefetching. */
  readsAhead?: false
  /** Whether the list is the last part of a screen with its own title and height. */
  isPart?: true
  /** Shown when the list's shop (or similar) is not found, where a retry would not help. */
  notFound?: ReactNode
  /** Shown when the list has no rows yet. */
  firstUse?: ReactNode
  /** The empty state, based on the response. */
  nothing?: (answer: Answer) => ReactNode
  /** Lines under the rows, such as totals. */
  sums?: (answer: Answer) => Sums<Row>
}

const noRows: never[] = []
const noFilters: readonly ListFilter[] = []

/** A list screen: search, filters, order, pages, columns, selection and export of one list endpoint. Knows no resource. */
export function ResourceTable<
  Row extends { id: string },
  Search extends ListState,
  Answer extends ListAnswer<Row> = ListAnswer<Row>,
>(props: ResourceTableProps<Row, Search, Answer>) {
  const { search, onSearchChange, columns, filters = noFilters, csv, defaultSort } = props
  const queryClient = useQueryClient()
  const [preferences, remember] = usePreferences(props.name)
  const isNarrow = useIsNarrow()
  const field = useRef<HTMLInputElement>(null)
  const region = useRef<HTMLDivElement>(null)
  const reach = useRef<((index: number) => void) | null>(null)
  const panelId = useId()

  const request = props.query(search)
  const query = useQuery({
    ...request,
    // Keeps the old page while the next one loads, but never another shop's or another list's rows.
    placeholderData: (previous, previousQuery) =>
      previousQuery?.meta?.shop === request.meta?.shop && previousQuery?.meta?.list === request.meta?.list
        ? previous
        : undefined,
  })
  const rows = query.data?.list ?? (noRows as Row[])
  const { total, isAtLeast } = query.data?.paging ?? {}
  // Position of the rows shown: the old page's while the next one loads.
  const range = query.data && rangeText(query.data.params.offset, rows.length, query.data.paging.total, isAtLeast)
  const sums = query.data && props.sums?.(query.data)
  const { offset, limit } = pageOf(search)
  const values = search as FilterValues
  const isFiltered = search.keyword !== undefined || filters.some((filter) => isSet(filter, values))
  const panel = useOnDemand(() => import('./filter-panel.lazy'))

  const isPrinting = usePrinting()
  const isLate = useIsLate(query.isPlaceholderData, pendingDelay)
  const isLong = rows.length > virtualFrom
  const virtual = useVirtual(isLong)

  const hasTicks = Boolean(props.selection)
  const screenWidth = useScreenWidth()
  const room =
    isNarrow || isPrinting || screenWidth === undefined ? undefined : screenWidth - margins - (hasTicks ? tickWidth : 0)
  const inRoom = columnsInRoom(columns, preferences.columns, room)
  const shownIds = inRoom.map(({ id }) => id).join()
  // Keeps the array's identity while the columns are the same: rows re-render when it changes.
  const visible = useMemo(() => columns.filter(({ id }) => shownIds.split(',').includes(id)), [columns, shownIds])

  const { offset: _page, limit: _size, sort: _order, ...criteria } = search
  const { picked, isSelected, onSelect, clear: clearSelection, all } = useSelection(rows, JSON.stringify(criteria))

  const change = (next: Partial<ListState> & FilterValues, replace = false) =>
    onSearchChange({ ...search, offset: undefined, ...next }, { replace })
  const toPage = (next: number) => change({ offset: next || undefined })
  const readsAhead = props.readsAhead !== false
  const warm = (next: Partial<ListState>) =>
    readsAhead && void queryClient.prefetchQuery(props.query({ ...search, ...next }))
  const clear = () => change({ ...(without({}, filters) as FilterValues), keyword: undefined })

  const next = offset + limit
  const hasNext = readsAhead && total !== undefined && !query.isPlaceholderData && next < total
  const { query: queryOf } = props
  useEffect(() => {
    if (!hasNext) return
    const timer = setTimeout(() => void queryClient.prefetchQuery(queryOf({ ...search, offset: next })), nextPageAfter)
    return () => clearTimeout(timer)
  }, [hasNext, next, queryClient, queryOf, search])

  const focusRow = useListKeys({ rows: region, field, count: rows.length, reach })
  const late = useLateParts()
  // Leaving the search field moves the focus to the first result, once loaded.
  const awaited = useRef<string>(undefined)
  const arrived = query.data && !query.isPlaceholderData ? (search.keyword ?? '') : undefined
  const goToFound = (keyword: string) => {
    if (keyword === arrived) focusRow(0)
    else awaited.current = keyword
  }
  useEffect(() => {
    if (arrived === undefined || awaited.current !== arrived) return
    awaited.current = undefined
    if (document.activeElement === field.current) focusRow(0)
  }, [arrived, focusRow])
  const links = useRecordLinks(props.opensOver === true, query.isPlaceholderData)
  useEffect(() => rememberList(links.openPath, search), [links.openPath, search])

  const rowView = (index: number) => {
    const row = rows[index] as Row
    const path = props.rowPath(row)
    return {
      row,
      index,
      href: links.hrefOf(path),
      label: props.rowLabel(row),
      isOpen: links.openPath === path,
      columns: visible,
      selected: props.selection ? isSelected(row) : undefined,
      onSelect,
    }
  }
  const indexes = rows.map((_, index) => index)
  const tableRow = (index: number) => (
    <TableRow key={(rows[index] as Row).id} {...rowView(index)} ariaRow={offset + index + 2} />
  )
  const card = (index: number) => <Card key={(rows[index] as Row).id} {...rowView(index)} />

  const set = filters.filter((filter) => isSet(filter, values))
  const inWords = [search.keyword && `「${search.keyword}」`, ...set.map((filter) => filterText(filter, values))]

  return (
    <div
      className={cn(
        'print-landscape flex flex-col pb-2 print:block print:h-auto print:min-h-0 print:p-0',
        props.isPart ? 'min-h-0 flex-1' : 'px-4 sm:h-[calc(100dvh-var(--spacing-header))] sm:min-h-120 sm:px-6',
      )}
      data-density={preferences.density}
    >
      <div className={cn('sticky top-header z-30 shrink-0', !props.isPart && '-mx-4 sm:-mx-6')}>
        <ThinBar active={query.isFetching} />
      </div>
      {!props.isPart && (
        <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 py-2">
          {props.head?.(query.data) ?? (
            <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
              <h1 className="text-lg font-semibold">{props.title}</h1>
              {props.lead && <p className="text-sm font-medium">{props.lead}</p>}
            </div>
          )}
          <FilterChips
            filters={filters}
            values={values}
            onRemove={(filter) => change(without({}, [filter]) as FilterValues)}
            onClear={clear}
          />
          {props.actions && (
            <div className="ml-auto flex flex-wrap items-center gap-2 print:hidden">{props.actions}</div>
          )}
        </div>
      )}
      {isPrinting && <p className="figures mb-2 text-[8.5pt]">{[...inWords, range].filter(Boolean).join(' ／ ')}</p>}

      <Toolbar
        field={field}
        name={props.name}
        hasViews={props.hasViews !== false}
        SharedViews={props.SharedViews}
        activeView={late && <late.ActiveView list={props.name} search={search} columns={preferences.columns} />}
        searchHint={props.searchHint}
        lead={props.isPart && props.lead}
        search={search}
        onSearch={(keyword, isFirst) => change({ keyword: keyword || undefined }, !isFirst)}
        onLeaveSearch={goToFound}
        onView={(view) => {
          onSearchChange(
            { ...without(search, filters), sort: undefined, limit: undefined, ...view.search },
            { replace: false },
          )
          remember({ columns: view.columns })
        }}
        filters={filters}
        panelButton={{ ...panel.button, 'aria-controls': panelId }}
        panel={
          panel.Overlay &&
          panel.overlayProps.open && (
            <panel.Overlay
              {...panel.overlayProps}
              id={panelId}
              filters={filters}
              values={values}
              onChange={(set) => change(set)}
            />
          )
        }
        columns={columns}
        shown={visible}
        preferences={preferences}
        onPreferences={remember}
        csv={csv ? { total, isAtLeast, title: props.title, save: (signal) => csv(search, signal) } : undefined}
      />
      {query.error && query.data && (
        <StaleNotice of="一覧" error={query.error} onRetry={() => void query.refetch()} className="mt-2 shrink-0" />
      )}

      <div className="mt-2 flex min-h-0 flex-1 flex-col print:mt-0 print:block">
        {query.error && !query.data && props.notFound && isApiError(query.error) && query.error.code === 'not_found' ? (
          props.notFound
        ) : query.error && !query.data ? (
          <FailedState
            title={`${props.noun}の一覧を表示できませんでした`}
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        ) : total === 0 ? (
          isFiltered ? (
            <EmptyState title={`条件に合う${props.noun}が見つかりません`}>
              <p>検索する言葉や絞り込みの条件を変えて、もう一度お試しください。</p>
              <Button variant="outline" size="lg" onClick={clear}>
                条件をクリア
              </Button>
            </EmptyState>
          ) : (
            ((query.data && props.nothing?.(query.data)) ?? (
              <EmptyState title={`${props.noun}はまだありません`}>{props.firstUse}</EmptyState>
            ))
          )
        ) : total !== undefined && rows.length === 0 ? (
          <EmptyState title="このページに表示する行がありません">
            <p>一覧は{totalText(total, isAtLeast)}です。</p>
            <Button variant="outline" size="lg" onClick={() => toPage(0)}>
              最初のページへ
            </Button>
          </EmptyState>
        ) : (
          <div
            ref={region}
            {...links.handlers}
            aria-busy={query.isPlaceholderData || undefined}
            data-density={preferences.density}
            className={cn(
              'group/list flex min-h-0 flex-1 flex-col transition-opacity print:block',
              isLate && 'opacity-60',
            )}
          >
            {props.tiles && total !== undefined && !isPrinting ? (
              props.tiles({ label: `${props.title}の一覧`, rows: indexes.map(rowView) })
            ) : isNarrow || (props.tiles && !isPrinting) ? (
              <>
                {total === undefined ? (
                  <SkeletonCards />
                ) : !isLong || isPrinting ? (
                  <Cards indexes={indexes} card={card} />
                ) : virtual ? (
                  <virtual.VirtualCards count={rows.length} height={cardHeight} reach={reach}>
                    {card}
                  </virtual.VirtualCards>
                ) : (
                  <Cards indexes={indexes.slice(0, firstRows)} card={card} />
                )}
                {sums && sums.count > 0 && sums.card(visible)}
              </>
            ) : (
              <TableRegion
                label={`${props.title}の一覧`}
                density={preferences.density}
                columns={visible}
                hasTicks={hasTicks}
                rowCount={(total ?? 0) + 1 + (sums?.count ?? 0)}
                page={query.data?.params}
                edge={late?.MoreColumns}
                header={
                  <TableHeader
                    columns={visible}
                    sort={search.sort ?? defaultSort}
                    defaultSort={defaultSort}
                    onSort={(sort) => change({ sort })}
                    onIntent={(sort) => warm({ sort, offset: undefined })}
                    all={props.selection ? all : undefined}
                  />
                }
              >
                {(scroller) => (
                  <>
                    {total === undefined ? (
                      <SkeletonBody rows={Math.min(limit, firstRows)} columns={visible.length + (hasTicks ? 1 : 0)} />
                    ) : isPrinting ? (
                      <tbody>{indexes.map(tableRow)}</tbody>
                    ) : isLong && virtual ? (
                      <virtual.VirtualBody
                        count={rows.length}
                        height={rowHeight[preferences.density]}
                        reach={reach}
                        region={scroller}
                      >
                        {tableRow}
                      </virtual.VirtualBody>
                    ) : (
                      <RowsInSight
                        page={query.data?.params}
                        count={rows.length}
                        height={rowHeight[preferences.density]}
                        upTo={isLong ? firstRows : rows.length}
                      >
                        {tableRow}
                      </RowsInSight>
                    )}
                    {sums &&
                      sums.count > 0 &&
                      sums.rows({ columns: visible, firstAriaRow: (total ?? 0) + 2, hasTicks })}
                  </>
                )}
              </TableRegion>
            )}
          </div>
        )}
      </div>
      {props.selection && picked.length > 0 && (
        <section
          aria-label="選択中の操作"
          className="sticky bottom-2 z-30 mx-auto mt-2 flex w-fit max-w-full shrink-0 flex-wrap items-center gap-3 rounded-lg border bg-popover px-4 py-2 shadow-overlay print:hidden"
        >
          <p role="status" className="figures text-sm font-medium">
            {formatCount(picked.length)}件を選択中
          </p>
          {props.selection(picked, clearSelection)}
          <Button variant="ghost" onClick={clearSelection}>
            選択を解除する
          </Button>
        </section>
      )}
      {late && <late.KeptFocus region={region} rows={rows} focusRow={focusRow} />}
      {total !== 0 && !(query.error && !query.data) && (
        <Pager
          offset={offset}
          limit={limit}
          range={range}
          total={total}
          isAtLeast={isAtLeast}
          onPage={toPage}
          onIntent={(to) => warm({ offset: to || undefined })}
          onLimit={(size) => {
            rememberPageSize(size)
            change({ limit: size })
          }}
        />
      )}
    </div>
  )
}
