import { Link } from '@tanstack/react-router'
import { ArrowUpDown } from 'lucide-react'
import type { ColumnRow } from '#contract/column.ts'
import { readingMinutes } from '#contract/rich-text.ts'
import { columnCategories, columnList } from '#contract/words/column.ts'
import { columnFields } from '#contract/words/fields/column.ts'
import { moods } from '#contract/words/mood.ts'
import { useCan } from '~/auth/session'
import { CreateLink } from '~/components/record/create-link'
import { choiceFilter } from '~/components/resource-table/filters'
import { ResourceTable } from '~/components/resource-table/resource-table'
import { TwoLines } from '~/components/resource-table/rows'
import type { ListColumn, ListProps } from '~/components/resource-table/types'
import { Moment, stateColumn, stateFilter, updatedColumn } from '~/components/resource-table/written-columns'
import { buttonVariants } from '~/components/ui/button'
import { settingsPage } from '~/frame/settings-page'
import { type ColumnSearch, columnListQuery } from './queries'

const filters = [
  stateFilter,
  choiceFilter('category', columnFields.category, columnCategories),
  choiceFilter('mood', columnFields.targetMoods, moods),
]

const columns: ListColumn<ColumnRow>[] = [
  {
    id: 'title',
    label: columnFields.title,
    width: 260,
    sortKey: 'title',
    cell: ({ title, lead }) => <TwoLines main={title} sub={lead} />,
  },
  {
    id: 'category',
    label: columnFields.category,
    width: 108,
    card: 'text',
    cell: ({ category }) => columnCategories[category],
  },
  { id: 'tags', label: columnFields.tags, width: 160, priority: 2, cell: ({ tags }) => tags.join('、') || '–' },
  stateColumn,
  {
    id: 'authorName',
    label: columnFields.authorName,
    width: 140,
    priority: 3,
    cell: ({ authorName }) => authorName ?? '–',
  },
  {
    id: 'textLength',
    label: columnFields.textLength,
    width: 92,
    align: 'right',
    priority: 3,
    cell: ({ textLength }) => `約${readingMinutes(textLength)}分`,
  },
  {
    id: 'viewCount',
    label: columnFields.viewCount,
    width: 92,
    align: 'right',
    priority: 2,
    sortKey: 'viewCount',
    sortFirst: 'desc',
    cell: ({ viewCount }) => viewCount.toLocaleString('ja-JP'),
  },
  {
    id: 'publishFrom',
    label: columnFields.publishFrom,
    width: 174,
    card: 'labelled',
    sortKey: 'publishFrom',
    sortFirst: 'desc',
    cell: ({ publishFrom }) => (publishFrom ? <Moment at={publishFrom} /> : '–'),
  },
  {
    id: 'publishTo',
    label: columnFields.publishTo,
    width: 174,
    priority: 3,
    cell: ({ publishTo }) => publishTo && <Moment at={publishTo} />,
  },
  updatedColumn,
]

/** The articles that members read, of every shop. */
export function ColumnList({ search, onSearchChange }: ListProps<ColumnSearch>) {
  const mayWrite = useCan()('column.write')
  const createLink = mayWrite && <CreateLink to="/other-settings/columns/new" />
  const orderLink = mayWrite && (
    <Link to="/other-settings/columns/order" className={buttonVariants({ variant: 'outline' })}>
      <ArrowUpDown aria-hidden />
      並べ替え
    </Link>
  )
  return (
    <ResourceTable<ColumnRow, ColumnSearch>
      name="columns"
      within={settingsPage}
      title="コラム"
      noun="コラム"
      actions={
        <>
          {orderLink}
          {createLink}
        </>
      }
      search={search}
      onSearchChange={onSearchChange}
      query={columnListQuery}
      columns={columns}
      defaultSort={columnList.defaultSort}
      searchHint="タイトル・本文・タグ"
      filters={filters}
      rowLabel={({ title }) => title}
      rowPath={({ id }) => `/other-settings/columns/${id}`}
      firstUse={createLink || <p>公開されたコラムが、ここに表示されます。</p>}
    />
  )
}
