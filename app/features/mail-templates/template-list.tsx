import type { MailTemplateRow } from '#contract/mail-template.ts'
import { publicationStatuses } from '#contract/words/common.ts'
import { templateFields } from '#contract/words/fields/mail-template.ts'
import { mailCategories, mailTemplateList } from '#contract/words/mail.ts'
import { useCan } from '~/auth/session'
import { StateChip } from '~/components/publication'
import { CreateLink } from '~/components/record/create-link'
import { choiceFilter } from '~/components/resource-table/filters'
import { ResourceTable } from '~/components/resource-table/resource-table'
import { TwoLines } from '~/components/resource-table/rows'
import type { ListColumn, ListProps } from '~/components/resource-table/types'
import { Moment, updatedColumn } from '~/components/resource-table/written-columns'
import { useSelectedShop } from '~/shop/selected-shop'
import { ShopNotFound } from '~/shop/shop-not-found'
import { type MailTemplateSearch, mailTemplateListQuery, requestedMailTemplates } from './queries'

const filters = [
  choiceFilter('category', templateFields.category, mailCategories),
  choiceFilter('status', templateFields.status, publicationStatuses),
]

const columns: ListColumn<MailTemplateRow>[] = [
  {
    id: 'name',
    label: templateFields.name,
    width: 280,
    sortKey: 'name',
    cell: ({ name, subject }) => <TwoLines main={name} sub={subject} />,
  },
  {
    id: 'category',
    label: templateFields.category,
    width: 100,
    card: 'text',
    cell: ({ category }) => mailCategories[category],
  },
  { id: 'shop', label: templateFields.shopId, width: 120, card: 'text', cell: ({ shop }) => shop?.name ?? '共通' },
  {
    id: 'status',
    label: templateFields.status,
    width: 92,
    card: 'beside',
    cell: ({ status }) => <StateChip row={{ state: status }} />,
  },
  {
    id: 'useCount',
    label: templateFields.useCount,
    width: 100,
    align: 'right',
    priority: 2,
    sortKey: 'useCount',
    sortFirst: 'desc',
    cell: ({ useCount }) => useCount.toLocaleString('ja-JP'),
  },
  {
    id: 'lastUsedAt',
    label: templateFields.lastUsedAt,
    width: 174,
    priority: 2,
    sortKey: 'lastUsedAt',
    sortFirst: 'desc',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} /> : '–'),
  },
  updatedColumn,
]

/** Mail templates of the selected shop, and common ones. */
export function TemplateList({ search, onSearchChange }: ListProps<MailTemplateSearch>) {
  const mayWrite = useCan()('mailTemplate.write')
  const { shops, label } = useSelectedShop(search.shop)
  const createLink = mayWrite && <CreateLink to="/mail/templates/new" />
  return (
    <ResourceTable<MailTemplateRow, MailTemplateSearch>
      name="mail-templates"
      title="メールテンプレート"
      lead={label}
      noun="メールテンプレート"
      actions={createLink}
      search={search}
      onSearchChange={onSearchChange}
      query={(params) => mailTemplateListQuery(requestedMailTemplates(params, shops))}
      columns={columns}
      defaultSort={mailTemplateList.defaultSort}
      searchHint="テンプレート名・件名・本文"
      filters={filters}
      rowLabel={({ name }) => name}
      rowPath={({ id }) => `/mail/templates/${id}`}
      notFound={<ShopNotFound />}
      firstUse={createLink || <p>登録されたメールテンプレートが、ここに表示されます。</p>}
    />
  )
}
