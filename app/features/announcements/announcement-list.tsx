import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import type { AnnouncementRow } from '#contract/announcement.ts'
import { useCan } from '~/auth/session'
import { choiceFilter } from '~/components/resource-table/filters'
import { ResourceTable } from '~/components/resource-table/resource-table'
import { buttonVariants } from '~/components/ui/button'
import { useSelectedShop } from '~/shop/selected-shop'
import { useAnnouncementActs } from './actions'
import { announcementColumns } from './columns'
import { HideSelected } from './hide-selected'
import { categoryLabel, statusLabel } from './labels'
import { type AnnouncementSearch, announcementListQuery, defaultSort, requestedAnnouncements } from './queries'

interface AnnouncementListProps {
  search: AnnouncementSearch
  onSearchChange: (next: AnnouncementSearch, how: { replace: boolean }) => void
}

const filters = [choiceFilter('status', '状態', statusLabel), choiceFilter('category', '区分', categoryLabel)]

/** What the members of the selected shop are told. */
export function AnnouncementList({ search, onSearchChange }: AnnouncementListProps) {
  const mayWrite = useCan()('announcement.write')
  const { shops, label } = useSelectedShop(search.shop)
  const { ask, dialog } = useAnnouncementActs()
  const columns = useMemo(() => announcementColumns(shops, mayWrite ? ask : undefined), [shops, mayWrite, ask])
  const createLink = (
    <Link to="/other-settings/announcements/new" className={buttonVariants()}>
      <Plus aria-hidden />
      新規登録
    </Link>
  )

  return (
    <>
      <ResourceTable<AnnouncementRow, AnnouncementSearch>
        name="announcements"
        title="お知らせ"
        lead={label}
        noun="お知らせ"
        actions={mayWrite && createLink}
        search={search}
        onSearchChange={onSearchChange}
        query={(asked) => announcementListQuery(requestedAnnouncements(asked, shops))}
        columns={columns}
        defaultSort={defaultSort}
        searchHint="タイトル・本文"
        filters={filters}
        rowId={({ id }) => id}
        rowLabel={({ title }) => title}
        rowPath={({ id }) => `/other-settings/announcements/${id}`}
        {...(mayWrite && {
          selection: (rows: AnnouncementRow[], clear: () => void) => <HideSelected rows={rows} onDone={clear} />,
        })}
        firstUse={mayWrite ? createLink : <p>公開されたお知らせが、ここに表示されます。</p>}
      />
      {dialog}
    </>
  )
}
