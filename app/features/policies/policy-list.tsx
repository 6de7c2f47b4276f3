import { Link } from '@tanstack/react-router'
import { ExternalLink, GitCompare, Plus } from 'lucide-react'
import type { PolicyRow } from '#contract/policy.ts'
import { policyFields } from '#contract/words/fields/policy.ts'
import { type PolicyType, policyList, policyStates } from '#contract/words/policy.ts'
import { useCan } from '~/auth/session'
import { choiceFilter, periodFilter } from '~/components/resource-table/filters'
import { ResourceTable } from '~/components/resource-table/resource-table'
import { TwoLines } from '~/components/resource-table/rows'
import type { ListColumn, ListProps } from '~/components/resource-table/types'
import { updatedColumn } from '~/components/resource-table/written-columns'
import { buttonVariants } from '~/components/ui/button'
import { settingsPage } from '~/frame/settings-page'
import { formatDate } from '~/lib/dates'
import { kinds } from './kinds'
import { type PolicySearch, policyListQuery } from './queries'
import { StateChip } from './state-chip'

const filters = [choiceFilter('state', '状態', policyStates), periodFilter('beginsFrom', 'beginsTo', '施行日')]

const Day = ({ day }: { day: string | null }) =>
  day ? <span className="figures text-[13px]">{formatDate(day)}</span> : '–'

const columns: ListColumn<PolicyRow>[] = [
  {
    id: 'edition',
    label: policyFields.edition,
    width: 240,
    sortKey: 'edition',
    cell: ({ edition, title }) => <TwoLines main={edition} sub={title} />,
  },
  { id: 'state', label: '状態', width: 92, card: 'beside', cell: ({ state }) => <StateChip state={state} /> },
  {
    id: 'effectiveFrom',
    label: policyFields.effectiveFrom,
    width: 132,
    card: 'labelled',
    sortKey: 'effectiveFrom',
    sortFirst: 'desc',
    cell: ({ effectiveFrom }) => <Day day={effectiveFrom} />,
  },
  {
    id: 'effectiveTo',
    label: policyFields.effectiveTo,
    width: 132,
    priority: 2,
    cell: ({ effectiveTo }) => <Day day={effectiveTo} />,
  },
  {
    id: 'noticeFrom',
    label: policyFields.noticeFrom,
    width: 132,
    priority: 2,
    cell: ({ noticeFrom }) => <Day day={noticeFrom} />,
  },
  {
    id: 'requiresReconsent',
    label: policyFields.requiresReconsent,
    width: 92,
    priority: 2,
    cell: ({ requiresReconsent }) => (requiresReconsent ? '求める' : '求めない'),
  },
  {
    id: 'agreedCount',
    label: policyFields.agreedCount,
    width: 104,
    align: 'right',
    card: 'labelled',
    sortKey: 'agreedCount',
    sortFirst: 'desc',
    cell: ({ agreedCount }) => `${agreedCount.toLocaleString('ja-JP')}名`,
  },
  updatedColumn,
]

/** The editions of a text that members agree to. */
export function PolicyList({ type, search, onSearchChange }: ListProps<PolicySearch> & { type: PolicyType }) {
  const { noun, list, create, difference, page } = kinds[type]
  const mayWrite = useCan()('policy.write')
  const createLink = mayWrite && (
    <Link to={create} search={{ from: 'newest' }} className={buttonVariants()}>
      <Plus aria-hidden />
      新規登録
    </Link>
  )
  return (
    <ResourceTable<PolicyRow, PolicySearch>
      name={type}
      within={settingsPage}
      title={noun}
      noun={noun}
      actions={
        <>
          <a href={page} target="_blank" rel="noopener" className={buttonVariants({ variant: 'outline' })}>
            <ExternalLink aria-hidden />
            公開ページ
          </a>
          <Link to={difference} className={buttonVariants({ variant: 'outline' })}>
            <GitCompare aria-hidden />
            版を比べる
          </Link>
          {createLink}
        </>
      }
      search={search}
      onSearchChange={onSearchChange}
      query={policyListQuery(type)}
      columns={columns}
      defaultSort={policyList.defaultSort}
      searchHint="版・タイトル・変更点・本文"
      filters={filters}
      rowLabel={({ edition }) => edition}
      rowPath={({ id }) => `${list.to}/${id}`}
      firstUse={createLink || <p>登録された版が、ここに表示されます。</p>}
    />
  )
}
