import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { LeanBodyRow } from '#contract/lean-body.ts'
import { publicationStatuses } from '#contract/words/common.ts'
import { leanBodyFields } from '#contract/words/fields/lean-body.ts'
import { bodyParts, intensities, leanBodyCategories, leanBodyList } from '#contract/words/lean-body.ts'
import { moods } from '#contract/words/mood.ts'
import { useCan } from '~/auth/session'
import { PublicationChip } from '~/components/publication'
import { choiceFilter } from '~/components/resource-table/filters'
import { ResourceTable } from '~/components/resource-table/resource-table'
import { TwoLines } from '~/components/resource-table/rows'
import { CardSwitch, Tiles } from '~/components/resource-table/tiles'
import type { ListColumn, ListProps } from '~/components/resource-table/types'
import { updatedColumn } from '~/components/resource-table/written-columns'
import { formatCount, formatLength, formatPercent } from '~/lib/format'
import { CurateSelected } from './curate-selected'
import { intensityText, moodsText, partsText, ratingText, shopsText } from './labels'
import { type ContentSearch, choicesQuery, contentListQuery, watchersQuery } from './queries'
import { Thumbnail } from './thumbnail'

const title = (withPicture: boolean): ListColumn<LeanBodyRow> => ({
  id: 'title',
  label: leanBodyFields.title,
  width: 340,
  sortKey: 'title',
  cell: (row) => (
    <span className="flex min-w-0 items-center gap-3">
      {withPicture && (
        <Thumbnail
          content={row}
          className="w-14 shrink-0 rounded-sm group-data-[density=compact]/list:w-11 group-data-[density=compact]/list:rounded-xs"
        />
      )}
      <TwoLines
        main={
          <span title={row.title} className={withPicture ? undefined : 'wrap-anywhere whitespace-normal'}>
            {row.title}
          </span>
        }
        sub={[row.program, row.instructorName].filter(Boolean).join('・')}
      />
    </span>
  ),
})

const length: ListColumn<LeanBodyRow> = {
  id: 'durationSec',
  label: leanBodyFields.durationSec,
  width: 80,
  align: 'right',
  sortKey: 'durationSec',
  cell: ({ durationSec }) => formatLength(durationSec),
}

const rest: ListColumn<LeanBodyRow>[] = [
  {
    id: 'status',
    label: leanBodyFields.status,
    width: 92,
    card: 'beside',
    cell: ({ status }) => <PublicationChip status={status} />,
  },
  {
    id: 'category',
    label: leanBodyFields.category,
    width: 104,
    card: 'text',
    cell: ({ category }) => leanBodyCategories[category],
  },
  { id: 'parts', label: leanBodyFields.targetParts, width: 96, priority: 2, card: 'text', cell: partsText },
  {
    id: 'viewCount',
    label: leanBodyFields.viewCount,
    width: 104,
    card: 'labelled',
    align: 'right',
    sortKey: 'viewCount',
    sortFirst: 'desc',
    cell: ({ viewCount }) => `${formatCount(viewCount)}回`,
  },
  {
    id: 'completionRate',
    label: leanBodyFields.completionRate,
    width: 92,
    card: 'labelled',
    align: 'right',
    sortKey: 'completionRate',
    sortFirst: 'desc',
    cell: ({ completionRate }) => formatPercent(completionRate),
  },
  {
    id: 'avgRating',
    label: leanBodyFields.avgRating,
    width: 70,
    card: 'labelled',
    align: 'right',
    sortKey: 'avgRating',
    sortFirst: 'desc',
    cell: ({ avgRating }) => ratingText(avgRating),
  },
  { id: 'shops', label: leanBodyFields.shopIds, width: 96, card: 'text', cell: ({ shopIds }) => shopsText(shopIds) },
  {
    id: 'intensity',
    label: leanBodyFields.intensity,
    width: 130,
    priority: 2,
    cell: ({ intensity }) => intensityText(intensity),
  },
  {
    id: 'sortOrder',
    label: leanBodyFields.sortOrder,
    width: 88,
    priority: 2,
    align: 'right',
    sortKey: 'sortOrder',
    cell: ({ sortOrder }) => formatCount(sortOrder),
  },
  {
    id: 'moods',
    label: leanBodyFields.recommendedMoods,
    width: 130,
    priority: 2,
    cell: (row) => moodsText(row) || '–',
  },
  { id: 'tags', label: leanBodyFields.tags, width: 150, priority: 3, cell: ({ tags }) => tags.join('、') || '–' },
  { ...updatedColumn, priority: 3 },
]

// Stable array identities while the columns are the same.
const inTable = [title(true), length, ...rest]
const onCards = [title(false), ...rest]

const picture = (row: LeanBodyRow) => <Thumbnail content={row} className="w-full text-lg" />

/** The videos that members with LEAN BODY watch, as a table or as cards. */
export function ContentList({ search, onSearchChange }: ListProps<ContentSearch>) {
  const can = useCan()
  const { data: choices } = useQuery(choicesQuery)
  const asCards = search.view === 'cards'
  const filters = useMemo(
    () => [
      choiceFilter('status', leanBodyFields.status, publicationStatuses),
      choiceFilter('category', leanBodyFields.category, leanBodyCategories),
      choiceFilter('part', leanBodyFields.targetParts, bodyParts),
      choiceFilter('intensity', leanBodyFields.intensity, intensities),
      choiceFilter(
        'program',
        leanBodyFields.program,
        (choices?.programs ?? []).map((name) => [name, name]),
      ),
      choiceFilter('mood', leanBodyFields.recommendedMoods, moods),
    ],
    [choices],
  )
  return (
    <ResourceTable<LeanBodyRow, ContentSearch>
      name="lean-body"
      title="コンテンツ"
      lead={can('member.read') && <Watchers />}
      noun="コンテンツ"
      actions={
        <CardSwitch
          asCards={asCards}
          onChange={(cards) => onSearchChange({ ...search, view: cards ? 'cards' : undefined }, { replace: false })}
        />
      }
      search={search}
      onSearchChange={onSearchChange}
      query={contentListQuery}
      columns={asCards ? onCards : inTable}
      defaultSort={leanBodyList.defaultSort}
      searchHint="タイトル・説明・タグ・講師"
      filters={filters}
      tiles={asCards && ((shown) => <Tiles {...shown} picture={picture} />)}
      rowLabel={({ title }) => title}
      rowPath={({ id }) => `/lean-body/contents/${id}`}
      selection={can('leanBody.write') && ((rows, clear) => <CurateSelected rows={rows} onDone={clear} />)}
      firstUse={<p>LEAN BODYとの同期が終わると、コンテンツがここに表示されます。</p>}
    />
  )
}

/** Number of members with access, linked to their list. */
function Watchers() {
  const { data } = useQuery(watchersQuery)
  return (
    <>
      LEAN BODY利用可の会員{' '}
      <Link
        to="/hacomono/members"
        search={{ shop: 'all', leanBody: 'true', left: 'all' }}
        className="figures font-semibold text-primary underline underline-offset-4"
      >
        {formatCount(data?.paging.total)}名
      </Link>
    </>
  )
}
