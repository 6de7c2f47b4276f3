import { useMemo } from 'react'
import type { ClubEvent } from '#contract/club-event.ts'
import { clubEventKinds, clubEventList } from '#contract/words/club-event.ts'
import { clubEventFields } from '#contract/words/fields/club-event.ts'
import { useCan } from '~/auth/session'
import { CreateLink } from '~/components/record/create-link'
import { choiceFilter } from '~/components/resource-table/filters'
import { ResourceTable } from '~/components/resource-table/resource-table'
import type { ListColumn, ListProps } from '~/components/resource-table/types'
import { updatedColumn } from '~/components/resource-table/written-columns'
import { formatDate } from '~/lib/dates'
import { type ScopeOption, scopeText } from '~/nouns/shop/scope-field'
import { useSelectedShop } from '~/shop/selected-shop'
import { ShopNotFound } from '~/shop/shop-not-found'
import { StatisticsTabs } from '../statistics-tabs'
import { type EventSearch, eventListQuery, requestedEvents } from './queries'

const filters = [choiceFilter('kind', clubEventFields.kind, clubEventKinds)]

const columnsOf = (shops: readonly ScopeOption[]): ListColumn<ClubEvent>[] => [
  { id: 'title', label: clubEventFields.title, width: 260, sortKey: 'title', cell: ({ title }) => title },
  { id: 'kind', label: clubEventFields.kind, width: 120, card: 'text', cell: ({ kind }) => clubEventKinds[kind] },
  {
    id: 'firstOn',
    label: clubEventFields.firstOn,
    width: 130,
    card: 'labelled',
    sortKey: 'firstOn',
    sortFirst: 'desc',
    cell: ({ firstOn }) => <span className="figures">{formatDate(firstOn)}</span>,
  },
  {
    id: 'lastOn',
    label: clubEventFields.lastOn,
    width: 130,
    card: 'labelled',
    cell: ({ lastOn }) => lastOn && <span className="figures">{formatDate(lastOn)}</span>,
  },
  {
    id: 'target',
    label: clubEventFields.target,
    width: 160,
    priority: 2,
    cell: ({ target }) => scopeText(target, shops),
  },
  updatedColumn,
]

/** The events that staff wrote down; those of charts' axes that come by themselves are in no list. */
export function EventList({ search, onSearchChange }: ListProps<EventSearch>) {
  const mayWrite = useCan()('event.write')
  const { shops, label } = useSelectedShop(search.shop)
  const columns = useMemo(() => columnsOf(shops), [shops])
  const createLink = mayWrite && <CreateLink to="/statistics/events/new" />
  return (
    <ResourceTable<ClubEvent, EventSearch>
      name="events"
      tabs={<StatisticsTabs search={search} />}
      title="出来事"
      lead={label}
      noun="出来事"
      actions={createLink}
      search={search}
      onSearchChange={onSearchChange}
      query={(params) => eventListQuery(requestedEvents(params, shops))}
      columns={columns}
      defaultSort={clubEventList.defaultSort}
      searchHint="内容"
      filters={filters}
      rowLabel={({ title }) => title}
      rowPath={({ id }) => `/statistics/events/${id}`}
      notFound={<ShopNotFound />}
      firstUse={
        <>
          <p>休館日、会費の変更、入会キャンペーン、お知らせは、登録しなくてもグラフに表示されます。</p>
          {createLink}
        </>
      }
    />
  )
}
