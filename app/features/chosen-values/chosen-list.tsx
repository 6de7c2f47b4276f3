import type { ChosenValue } from '#contract/chosen-value.ts'
import { chosenKinds, chosenValueList, mostLetGo } from '#contract/words/chosen-value.ts'
import { lazyPart } from '~/components/lazy-part'
import { choiceFilter } from '~/components/resource-table/filters'
import { ResourceTable } from '~/components/resource-table/resource-table'
import type { ListProps } from '~/components/resource-table/types'
import { useSelectedShop } from '~/shop/selected-shop'
import { ShopNotFound } from '~/shop/shop-not-found'
import { chosenColumns, nameOf } from './columns'
import { type ChosenSearch, chosenListQuery, requestedChosen } from './queries'

const LetGoSelected = lazyPart(() => import('./let-go-selected'))

const filters = [choiceFilter('kind', '種類', chosenKinds)]

/** Values that a person chose over the club system's, to be seen and let go. */
export function ChosenList({ search, onSearchChange }: ListProps<ChosenSearch>) {
  const { shops, label } = useSelectedShop(search.shop)
  return (
    <ResourceTable<ChosenValue, ChosenSearch>
      name="chosenValues"
      title="こちらの値を使用中"
      lead={label}
      note="取り込みで「会員管理システムから届いた値も、ファイルの値で置き換える」を選んだ項目です。同期では変わりません。選択して「提供元の値に戻す」を押すと、会員管理システムの値に戻り、以後は同期に従います。"
      noun="項目"
      search={search}
      onSearchChange={onSearchChange}
      query={(params) => chosenListQuery(requestedChosen(params, shops))}
      columns={chosenColumns}
      defaultSort={chosenValueList.defaultSort}
      searchHint="氏名・フリガナ・会員番号"
      filters={filters}
      rowLabel={nameOf}
      rowPath={({ member }) => (member ? `/hacomono/members/${member.id}` : null)}
      notFound={<ShopNotFound />}
      mostSelected={mostLetGo}
      selection={(rows, clear) => <LetGoSelected rows={rows} onDone={clear} />}
      firstUse={<p>提供元の値の代わりに使っている値があると、ここに表示されます。</p>}
    />
  )
}
