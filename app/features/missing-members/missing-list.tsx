import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { MissingMember } from '#contract/missing-member.ts'
import {
  closedByRuns,
  missingAnswers,
  missingKinds,
  missingMemberList,
  missingStates,
  mostAtOnce,
} from '#contract/words/missing-member.ts'
import { useCan } from '~/auth/session'
import { lazyPart } from '~/components/lazy-part'
import { choiceFilter } from '~/components/resource-table/filters'
import { ResourceTable } from '~/components/resource-table/resource-table'
import type { ListProps } from '~/components/resource-table/types'
import { useSelectedShop } from '~/shop/selected-shop'
import { ShopNotFound } from '~/shop/shop-not-found'
import { missingColumns, nameOf } from './columns'
import { type MissingSearch, missingListQuery, readEvery, requestedMissing } from './queries'

const AnswerSelected = lazyPart(() => import('./answer-selected'))
const DecideSelected = lazyPart(() => import('./decide-selected'))

const filters = [
  choiceFilter('kind', '区分', missingKinds),
  choiceFilter('state', '状態', missingStates),
  choiceFilter('answer', '店舗の回答', missingAnswers),
  choiceFilter('byRun', '自動の退会・転出', closedByRuns),
]

/** Members whom the club system no longer has, or has at studios that are left out: a shop says who is enrolled, and the head office decides. */
export function MissingList({ search, onSearchChange }: ListProps<MissingSearch>) {
  const mayDecide = useCan()('sync.run')
  const { shop, shops, label } = useSelectedShop(search.shop)
  const ofSeveralShops = shop === undefined
  const columns = useMemo(() => missingColumns(ofSeveralShops), [ofSeveralShops])
  useQuery({
    ...missingListQuery(requestedMissing(search, shops)),
    refetchInterval: ({ state: { data } }) =>
      data?.list.some(({ state }) => state === 'closing' || state === 'reopening') ? readEvery : false,
  })
  return (
    <ResourceTable<MissingMember, MissingSearch>
      name="missingMembers"
      title="消えた会員"
      lead={label}
      note={
        mayDecide
          ? '会員管理システムに見つからなくなった会員と、取り込まないスタジオに移った会員です。店舗の回答を確認し、退会や転出にするかどうかを判断してください。'
          : '会員管理システムに見つからなくなった会員と、取り込まないスタジオに移った会員です。在籍している会員を選択して「在籍しています」と回答すると、本部が判断します。'
      }
      noun="消えた会員"
      search={search}
      onSearchChange={onSearchChange}
      query={(params) => missingListQuery(requestedMissing(params, shops))}
      columns={columns}
      defaultSort={missingMemberList.defaultSort}
      searchHint="氏名・フリガナ・会員番号"
      filters={filters}
      rowLabel={nameOf}
      rowPath={({ member }) => `/hacomono/members/${member.id}`}
      notFound={<ShopNotFound />}
      mostSelected={mostAtOnce}
      selection={(rows, clear) =>
        mayDecide ? <DecideSelected rows={rows} onDone={clear} /> : <AnswerSelected rows={rows} onDone={clear} />
      }
      firstUse={
        <p>
          会員管理システムに見つからなくなった会員や、取り込まないスタジオに移った会員がいると、ここに表示されます。
        </p>
      }
    />
  )
}
