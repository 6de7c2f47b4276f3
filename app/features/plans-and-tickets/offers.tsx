import { Link } from '@tanstack/react-router'
import { type PublicationStatus, publicationStatuses } from '#contract/words/common.ts'
import { planFields } from '#contract/words/fields/shop-plan.ts'
import { lazyPart } from '~/components/lazy-part'
import { PublicationChip } from '~/components/publication'
import { choiceFilter } from '~/components/resource-table/filters'
import { ResourceTable } from '~/components/resource-table/resource-table'
import { TwoLines } from '~/components/resource-table/rows'
import type { ListColumn, ResourceTableProps } from '~/components/resource-table/types'
import { ofItsAddress, ViewTabs, viewTab } from '~/components/view-tabs'
import type { ListState } from '~/lib/list-search'
import { newestOf, Synced } from '~/nouns/club-system/synced'
import { useSelectedShop } from '~/shop/selected-shop'
import { ShopNotFound } from '~/shop/shop-not-found'

const FirstData = lazyPart(() => import('~/shop/first-data.lazy'))

/** What the lists of plans and of tickets show alike. */
interface Offer {
  id: string
  name: string
  code: string
  status: PublicationStatus
  lastSyncedAt: string | null
}
type Noun = 'プラン' | 'チケット'

export const statusFilter = choiceFilter('status', planFields.status, publicationStatuses)

export const nameColumn = (label: string, width: number): ListColumn<Offer> => ({
  id: 'name',
  label,
  width,
  sortKey: 'name',
  cell: ({ name, code }) => <TwoLines main={name} sub={code} />,
})

export const codeColumn = (label: string, width: number): ListColumn<Offer> => ({
  id: 'code',
  label,
  width,
  priority: 3,
  sortKey: 'code',
  cell: ({ code }) => code,
})

export const statusColumn: ListColumn<Offer> = {
  id: 'status',
  label: planFields.status,
  width: 92,
  priority: 2,
  card: 'beside',
  cell: ({ status }) => <PublicationChip status={status} />,
}

type Own = 'title' | 'lead' | 'tabs' | 'aside' | 'searchHint' | 'rowLabel' | 'notFound' | 'firstUse'
type OfShop = ListState & { shop?: string | undefined }
interface OfferListProps<Row extends Offer, Search extends OfShop> extends Omit<ResourceTableProps<Row, Search>, Own> {
  noun: Noun
  /** The file that brings them. */
  file: string
}

/** Plans or tickets of the selected shop. */
export function OfferList<Row extends Offer, Search extends OfShop>({
  noun,
  file,
  ...list
}: OfferListProps<Row, Search>) {
  const { shop } = list.search
  const { label } = useSelectedShop(shop)
  return (
    <ResourceTable<Row, Search>
      {...list}
      title={noun}
      noun={noun}
      lead={label}
      tabs={<Tabs shop={shop} />}
      aside={(answer) => <Synced at={newestOf(answer?.list)} />}
      searchHint={`${noun}名・${noun}コード`}
      rowLabel={({ name }) => name}
      notFound={<ShopNotFound />}
      firstUse={
        <FirstData>{`${file}のファイルを取り込むか、会員管理システムとの同期が終わると、${noun}がここに表示されます。`}</FirstData>
      }
    />
  )
}

/** They keep the shop. */
const Tabs = ({ shop }: { shop: string | undefined }) => (
  <ViewTabs label="プランとチケット">
    <Link to="/hacomono/plans-or-tickets" search={{ shop }} activeOptions={ofItsAddress} className={viewTab}>
      プラン
    </Link>
    <Link to="/hacomono/plans-or-tickets/tickets" search={{ shop }} activeOptions={ofItsAddress} className={viewTab}>
      チケット
    </Link>
  </ViewTabs>
)
