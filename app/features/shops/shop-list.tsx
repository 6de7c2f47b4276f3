import { phoneText } from '#contract/phone.ts'
import type { ShopRow } from '#contract/shop.ts'
import { enabledFlags, ownerTypes, publicationStatuses } from '#contract/words/common.ts'
import { shopFields } from '#contract/words/fields/shop.ts'
import { shopList } from '#contract/words/shop.ts'
import { useCan } from '~/auth/session'
import { Picture } from '~/components/picture'
import { PublicationChip } from '~/components/publication'
import { CreateLink } from '~/components/record/create-link'
import { choiceFilter } from '~/components/resource-table/filters'
import { ResourceTable } from '~/components/resource-table/resource-table'
import { TwoLines } from '~/components/resource-table/rows'
import { CardSwitch, Tiles } from '~/components/resource-table/tiles'
import type { ListColumn, ListProps } from '~/components/resource-table/types'
import { formatDateTime } from '~/lib/dates'
import { formatCount, none } from '~/lib/format'
import { type ShopSearch, shopListQuery } from './queries'

const filters = [
  choiceFilter('ownerType', shopFields.ownerType, ownerTypes),
  choiceFilter('enabledOnlineRsv', shopFields.enabledOnlineRsv, enabledFlags),
  choiceFilter('status', shopFields.status, publicationStatuses),
]

const name = (withPicture: boolean): ListColumn<ShopRow> => ({
  id: 'name',
  label: shopFields.name,
  width: 224,
  sortKey: 'name',
  cell: ({ name, nameKana, imgUrl }) => (
    <span className="flex min-w-0 items-center gap-3">
      {withPicture && (
        <Picture
          lazy
          url={imgUrl}
          className="h-8 w-14 shrink-0 rounded-sm object-cover group-data-[density=compact]/list:h-6 group-data-[density=compact]/list:w-10"
        />
      )}
      {/* Not truncated on cards, where it may wrap. */}
      <TwoLines
        main={
          <span
            title={name}
            className={
              withPicture ? 'max-sm:wrap-anywhere max-sm:whitespace-normal' : 'wrap-anywhere whitespace-normal'
            }
          >
            {name}
          </span>
        }
        sub={nameKana}
      />
    </span>
  ),
})

const code: ListColumn<ShopRow> = {
  id: 'code',
  label: shopFields.code,
  width: 116,
  card: 'text',
  sortKey: 'code',
  cell: ({ code }) => code,
}

const memberCount: ListColumn<ShopRow> = {
  id: 'memberCount',
  label: shopFields.memberCount,
  width: 106,
  card: 'labelled',
  align: 'right',
  sortKey: 'memberCount',
  sortFirst: 'desc',
  cell: ({ memberCount }) => `${formatCount(memberCount)}名`,
}

const rest: ListColumn<ShopRow>[] = [
  {
    id: 'enabledOnlineRsv',
    label: shopFields.enabledOnlineRsv,
    width: 128,
    card: 'labelled',
    cell: ({ enabledOnlineRsv }) => enabledFlags[enabledOnlineRsv],
  },
  {
    id: 'ownerType',
    label: shopFields.ownerType,
    width: 100,
    priority: 2,
    card: 'text',
    cell: ({ ownerType }) => ownerTypes[ownerType],
  },
  {
    id: 'status',
    label: shopFields.status,
    width: 104,
    card: 'beside',
    cell: ({ status }) => <PublicationChip status={status} />,
  },
  {
    id: 'address',
    label: shopFields.address,
    width: 260,
    priority: 2,
    cell: ({ prefecture, address1 }) => prefecture + address1,
  },
  { id: 'tel', label: shopFields.tel, width: 130, priority: 2, cell: ({ tel }) => phoneText(tel) },
  {
    id: 'lastSyncedAt',
    label: shopFields.lastSyncedAt,
    width: 180,
    priority: 3,
    cell: ({ lastSyncedAt }) => (lastSyncedAt ? formatDateTime(lastSyncedAt) : none),
  },
]

const picture = ({ imgUrl }: ShopRow) => <Picture lazy url={imgUrl} className="aspect-video w-full object-cover" />

/** The shops in scope, as a table or as cards with their pictures. */
export function ShopList({ search, onSearchChange }: ListProps<ShopSearch>) {
  const can = useCan()
  const seesMembers = can('member.read')
  const createLink = can('club.write') && <CreateLink to="/hacomono/shops/new" />
  const asCards = search.view === 'cards'
  const columns = seesMembers ? (asCards ? asCardsWithMembers : withMembers) : asCards ? asCardsPlain : plain
  return (
    <ResourceTable<ShopRow, ShopSearch>
      name="shops"
      title="店舗"
      noun="店舗"
      actions={
        <>
          <CardSwitch
            asCards={asCards}
            onChange={(cards) => onSearchChange({ ...search, view: cards ? 'cards' : undefined }, { replace: false })}
          />
          {createLink}
        </>
      }
      search={search}
      onSearchChange={onSearchChange}
      query={shopListQuery}
      columns={columns}
      defaultSort={shopList.defaultSort}
      searchHint="店舗名・フリガナ・店舗コード"
      filters={filters}
      tiles={asCards && ((shown) => <Tiles {...shown} picture={picture} />)}
      rowLabel={({ name }) => name}
      rowPath={({ id }) => `/hacomono/shops/${id}`}
      firstUse={createLink || <p>本部が店舗を登録すると、担当の店舗がここに表示されます。</p>}
    />
  )
}

// Stable array identities while the columns are the same.
const plain = [name(true), code, ...rest]
const withMembers = [name(true), code, memberCount, ...rest]
const asCardsPlain = [name(false), code, ...rest]
const asCardsWithMembers = [name(false), code, memberCount, ...rest]
