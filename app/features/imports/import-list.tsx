import { Link } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import type { ListedImport } from '#contract/file-import.ts'
import { importDays, importKinds, importList, importStates } from '#contract/words/import.ts'
import { useCan } from '~/auth/session'
import { choiceFilter } from '~/components/resource-table/filters'
import { ResourceTable } from '~/components/resource-table/resource-table'
import { TwoLines } from '~/components/resource-table/rows'
import type { ListColumn, ListProps } from '~/components/resource-table/types'
import { Moment } from '~/components/resource-table/written-columns'
import { buttonVariants } from '~/components/ui/button'
import { settingsPage } from '~/frame/settings-page'
import { formatCount } from '~/lib/format'
import { ImportStateChip } from './labels'
import { type ImportSearch, importListQuery } from './queries'

const filters = [choiceFilter('state', '状態', importStates)]

const number = { align: 'right', card: 'labelled', width: 84 } as const
const columns: ListColumn<ListedImport>[] = [
  {
    id: 'name',
    label: 'ファイル名',
    width: 260,
    sortKey: 'name',
    cell: ({ name, kind }) => <TwoLines main={name} sub={importKinds[kind]} />,
  },
  { id: 'state', label: '状態', width: 116, card: 'beside', cell: ({ state }) => <ImportStateChip state={state} /> },
  { id: 'created', label: '新規', ...number, cell: ({ counts }) => (counts ? formatCount(counts.created) : '–') },
  { id: 'changed', label: '変更', ...number, cell: ({ counts }) => (counts ? formatCount(counts.changed) : '–') },
  {
    id: 'refused',
    label: '取り込めない',
    ...{ ...number, width: 112 },
    cell: ({ counts }) => (counts ? formatCount(counts.refused) : '–'),
  },
  {
    id: 'createdBy',
    label: '登録者',
    width: 140,
    priority: 2,
    card: 'text',
    cell: ({ createdBy }) => createdBy?.displayName ?? 'コマンド',
  },
  {
    id: 'createdAt',
    label: '登録日時',
    width: 174,
    card: 'labelled',
    sortKey: 'createdAt',
    sortFirst: 'desc',
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
  {
    id: 'writtenAt',
    label: '取り込み日時',
    width: 174,
    priority: 2,
    cell: ({ writtenAt }) => (writtenAt ? <Moment at={writtenAt} /> : '–'),
  },
]

/** Files that were imported, or are about to be. */
export function ImportList({ search, onSearchChange }: ListProps<ImportSearch>) {
  const newLink = (
    <Link to="/other-settings/imports/new" className={buttonVariants()}>
      <FileUp aria-hidden />
      ファイルを選ぶ
    </Link>
  )
  const exportLink = useCan()('data.export') && (
    <Link to="/other-settings/data-export" className={buttonVariants({ variant: 'outline' })}>
      全データの出力
    </Link>
  )
  return (
    <ResourceTable<ListedImport, ImportSearch>
      name="imports"
      within={settingsPage}
      title="取り込み"
      noun="取り込み"
      actions={
        <>
          {exportLink}
          {newLink}
        </>
      }
      search={search}
      onSearchChange={onSearchChange}
      query={importListQuery}
      columns={columns}
      defaultSort={importList.defaultSort}
      searchHint="ファイル名"
      filters={filters}
      rowLabel={({ name }) => name}
      rowPath={({ id }) => `/other-settings/imports/${id}`}
      note={`取り込みは${importDays}日でこの一覧からなくなり、取り消せなくなります。そのあとで直すときは、正しい値のファイルを取り込んでください。同じ会員・契約・売上の値が変わります。`}
      firstUse={newLink}
    />
  )
}
