import { useMemo } from 'react'
import type { AnnouncementRow } from '#contract/announcement.ts'
import { announcementCategories, announcementList } from '#contract/words/announcement.ts'
import { announcementFields } from '#contract/words/fields/announcement.ts'
import { useCan } from '~/auth/session'
import { CreateLink } from '~/components/record/create-link'
import { choiceFilter } from '~/components/resource-table/filters'
import { ResourceTable } from '~/components/resource-table/resource-table'
import type { ListProps } from '~/components/resource-table/types'
import { stateFilter } from '~/components/resource-table/written-columns'
import { settingsPage } from '~/frame/settings-page'
import { useSelectedShop } from '~/shop/selected-shop'
import { ShopNotFound } from '~/shop/shop-not-found'
import { useAnnouncementActs } from './actions'
import { announcementColumns } from './columns'
import { HideSelected } from './hide-selected'
import { type AnnouncementSearch, announcementListQuery, requestedAnnouncements } from './queries'

const filters = [stateFilter, choiceFilter('category', announcementFields.category, announcementCategories)]

/** The selected shop's announcements to members. */
export function AnnouncementList({ search, onSearchChange }: ListProps<AnnouncementSearch>) {
  const mayWrite = useCan()('announcement.write')
  const { shops, label } = useSelectedShop(search.shop)
  const { ask, dialog } = useAnnouncementActs()
  const columns = useMemo(() => announcementColumns(shops, mayWrite ? ask : undefined), [shops, mayWrite, ask])
  const createLink = mayWrite && <CreateLink to="/other-settings/announcements/new" />

  return (
    <>
      <ResourceTable<AnnouncementRow, AnnouncementSearch>
        name="announcements"
        within={settingsPage}
        title="お知らせ"
        lead={label}
        noun="お知らせ"
        actions={createLink}
        search={search}
        onSearchChange={onSearchChange}
        query={(params) => announcementListQuery(requestedAnnouncements(params, shops))}
        columns={columns}
        defaultSort={announcementList.defaultSort}
        searchHint="タイトル・本文"
        filters={filters}
        rowLabel={({ title }) => title}
        rowPath={({ id }) => `/other-settings/announcements/${id}`}
        selection={mayWrite && ((rows, clear) => <HideSelected rows={rows} onDone={clear} />)}
        notFound={<ShopNotFound />}
        firstUse={createLink || <p>公開されたお知らせが、ここに表示されます。</p>}
      />
      {dialog}
    </>
  )
}
