import { useEffect, useRef, useState } from 'react'
import { pendingDelay } from '~/lib/constants'
import type { ListState } from '~/lib/list-search'
import { rememberList } from '~/lib/lists-as-left'
import { rememberPageSize } from '~/lib/page-size'
import { useIsLate } from '~/lib/use-is-late'
import { cn } from '~/lib/utils'
import { lazyPart } from '../lazy-part'
import { StaleNotice } from '../states'
import { ThinBar } from '../thin-bar'
import { type FilterValues, isSet, type ListFilter, notListedIn, without } from './filters'
import { ListHead } from './list-head'
import { useIsNarrow } from './media'
import { type PageOfRows, RowsAsCards, RowsAsTable, virtualFrom } from './page-of-rows'
import { Pager, rangeText } from './pager'
import { usePreferences } from './preferences'
import type { RowView } from './rows'
import { RowsOrState } from './rows-or-state'
import { TableHeader } from './table-header'
import { TableRegion } from './table-region'
import { Toolbar } from './toolbar'
import type { ListAnswer, ResourceTableProps } from './types'
import { useFoundFocus } from './use-found-focus'
import { useLateParts } from './use-late-parts'
import { useListKeys } from './use-list-keys'
import { useListQuery } from './use-list-query'
import { useRecordLinks } from './use-record-links'
import { useSelection } from './use-selection'
import { useVirtual } from './use-virtual'
import { useVisibleColumns } from './use-visible-columns'

const SelectionBar = lazyPart(() => import('./selection-bar'))

const noFilters: readonly ListFilter[] = []

/** A list screen: search, filters, order, pages, columns, selection and export of one list endpoint. Knows no resource. */
export function ResourceTable<
  Row extends { id: string },
  Search extends ListState,
  Answer extends ListAnswer<Row> = ListAnswer<Row>,
>(props: ResourceTableProps<Row, Search, Answer>) {
  const { search, onSearchChange, columns, filters = noFilters, csv, defaultSort, mostSelected } = props
  const [preferences, remember] = usePreferences(props.name)
  const isNarrow = useIsNarrow()
  const [isPrinting, setPrinting] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const region = useRef<HTMLDivElement>(null)
  const reach = useRef<((index: number) => void) | null>(null)

  const list = useListQuery(props.query, search, props.readsAhead !== false)
  const { query, rows, total, isAtLeast, offset, limit } = list
  const { data } = query
  const isLate = useIsLate(query.isPlaceholderData, pendingDelay)
  const virtual = useVirtual(rows.length > virtualFrom)
  const hasTicks = Boolean(props.selection)
  const visible = useVisibleColumns(columns, {
    chosen: preferences.columns,
    isBounded: !isNarrow && !isPrinting,
    hasTicks,
  })
  const { offset: _page, limit: _size, sort: _order, ...criteria } = search
  const selection = useSelection(rows, JSON.stringify(criteria))

  const values = search as FilterValues
  const goTo = (next: Search, replace: boolean) => {
    list.request(next)
    onSearchChange(next, { replace })
  }
  const change = (next: Partial<ListState> & FilterValues, replace = false) =>
    goTo({ ...search, offset: undefined, ...next }, replace)
  const toPage = (next: number) => change({ offset: next || undefined })
  const clear = () => change({ ...(without({}, filters) as FilterValues), keyword: undefined })

  const focusRow = useListKeys({ rows: region, field, count: rows.length, reach })
  const late = useLateParts()
  const arrived = data && !query.isPlaceholderData ? (search.keyword ?? '') : undefined
  const goToFound = useFoundFocus({ field, arrived, focusRow })
  const links = useRecordLinks(props.opensOver === true, query.isPlaceholderData)
  useEffect(() => rememberList(links.openPath, search), [links.openPath, search])

  // Position of the rows shown: the old page's while the next one loads.
  const range = data && rangeText(data.params.offset, rows.length, data.paging.total, isAtLeast)
  const rowAt = (index: number): RowView<Row> => {
    const row = rows[index] as Row
    const path = props.rowPath(row)
    return {
      row,
      index,
      href: links.hrefOf(path),
      label: props.rowLabel(row),
      isOpen: links.openPath === path,
      columns: visible,
      selected: props.selection ? selection.isSelected(row) : undefined,
      onSelect: selection.onSelect,
    }
  }
  const sums = data && props.sums?.(data)
  const page: PageOfRows<Row> = { total, count: rows.length, rowAt, columns: visible, sums, isPrinting, virtual, reach }
  const label = `${props.title}の一覧`

  const table = () => (
    <TableRegion
      label={label}
      density={preferences.density}
      columns={visible}
      hasTicks={hasTicks}
      rowCount={(total ?? 0) + 1 + (sums?.count ?? 0)}
      page={data?.params}
      edge={late?.MoreColumns}
      header={
        <TableHeader
          columns={visible}
          sort={search.sort ?? defaultSort}
          defaultSort={defaultSort}
          onSort={(sort) => change({ sort })}
          onIntent={(sort) => list.warm({ sort, offset: undefined })}
          all={props.selection ? selection.all : undefined}
        />
      }
    >
      {(scroller) => (
        <RowsAsTable
          page={page}
          params={data?.params}
          range={{ offset, limit }}
          density={preferences.density}
          hasTicks={hasTicks}
          scroller={scroller}
        />
      )}
    </TableRegion>
  )
  const shownRows = () => {
    if (props.tiles && total !== undefined && !isPrinting) {
      return props.tiles({ label, rows: rows.map((_, index) => rowAt(index)) })
    }
    return isNarrow || (props.tiles && !isPrinting) ? <RowsAsCards page={page} /> : table()
  }

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
        <ListHead
          within={props.within}
          title={props.title}
          lead={props.lead}
          note={props.note}
          head={props.head?.(data)}
          tabs={props.tabs}
          aside={props.aside?.(data)}
          actions={props.actions}
          filters={filters}
          values={values}
          onRemove={(filter) => change(without({}, [filter]) as FilterValues)}
          onClear={clear}
        />
      )}
      {late && isPrinting && (
        <late.PrintedConditions keyword={search.keyword} filters={filters} values={values} range={range} />
      )}

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
          goTo({ ...without(search, filters), sort: undefined, limit: undefined, ...view.search } as Search, false)
          remember({ columns: view.columns })
        }}
        filters={filters}
        onFilter={(set) => change(set)}
        columns={columns}
        shown={visible}
        preferences={preferences}
        onPreferences={remember}
        csv={csv ? { total, isAtLeast, title: props.title, save: (signal) => csv(search, signal) } : undefined}
      />
      {query.error && data && (
        <StaleNotice of="一覧" error={query.error} onRetry={() => void query.refetch()} className="mt-2 shrink-0" />
      )}

      <div className="mt-2 flex min-h-0 flex-1 flex-col print:mt-0 print:block">
        <RowsOrState
          query={query}
          noun={props.noun}
          isFiltered={search.keyword !== undefined || filters.some((filter) => isSet(filter, values))}
          notListed={notListedIn(filters, values)}
          notFound={props.notFound}
          firstUse={props.firstUse}
          nothing={props.nothing}
          onClear={clear}
          onFirstPage={() => toPage(0)}
        >
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
            {shownRows()}
          </div>
        </RowsOrState>
      </div>
      {props.selection && selection.picked.length > 0 && (
        <SelectionBar count={selection.picked.length} onClear={selection.clear}>
          {late && mostSelected !== undefined && Math.min(total ?? 0, mostSelected) > selection.picked.length && (
            <late.SelectAll
              total={total ?? 0}
              most={mostSelected}
              query={props.query({ ...search, offset: undefined, limit: mostSelected })}
              onRows={selection.add}
            />
          )}
          {props.selection(selection.picked, selection.clear)}
        </SelectionBar>
      )}
      {late && <late.Printing onChange={setPrinting} />}
      {late && <late.KeptFocus region={region} rows={rows} focusRow={focusRow} />}
      {total !== 0 && !(query.error && !data) && (
        <Pager
          offset={offset}
          limit={limit}
          range={range}
          total={total}
          isAtLeast={isAtLeast}
          onPage={toPage}
          onIntent={(to) => list.warm({ offset: to || undefined })}
          onLimit={(size) => {
            rememberPageSize(size)
            change({ limit: size })
          }}
        />
      )}
    </div>
  )
}
