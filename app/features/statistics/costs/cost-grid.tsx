import { useLayoutEffect, useMemo, useRef } from 'react'
import type { ShopCost } from '#contract/shop-cost.ts'
import { costKinds } from '#contract/words/shop-cost.ts'
import { valuesOf } from '#contract/words/words.ts'
import { useServerMutation } from '~/data/mutation'
import { saveCosts } from '~/functions/shop-cost'
import { AmountGrid } from '../amounts/amount-grid'

const rules = { figures: valuesOf(costKinds), highest: 2_000_000_000 }

interface CostGridProps {
  shopId: string
  months: readonly ShopCost[]
  mayWrite: boolean
}

/** The costs of a shop, a column a month; months are saved one after the other. */
export function CostGrid({ shopId, months, mayWrite }: CostGridProps) {
  const save = useServerMutation(saveCosts, { invalidates: ['shopCost'], done: '費用を更新しました。' })
  const shops = useMemo(() => [{ id: shopId, months }], [shopId, months])
  const frame = useRef<HTMLDivElement>(null)
  // In the order of a sheet that is pasted, and open at its newest month.
  useLayoutEffect(() => frame.current?.querySelector('[data-flows]')?.scrollTo({ left: 9_999 }), [])
  return (
    <div ref={frame}>
      <AmountGrid
        title="費用の入力"
        unit="円・税込"
        noun="費用"
        caption="12か月の費用"
        head="費用"
        rules={rules}
        words={costKinds}
        shops={shops}
        mayWrite={mayWrite}
        hint="費用がない月は0を入力します。空欄は未入力として扱い、損益を表示しません。"
        isSaving={save.isPending}
        onSave={async (drafts, forget) => {
          for (const data of drafts) {
            await save.mutateAsync({ data })
            forget([data])
          }
        }}
      />
    </div>
  )
}
