import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ShopCost } from '#contract/shop-cost.ts'
import { adPartName, costKinds } from '#contract/words/shop-cost.ts'
import { useServerMutation } from '~/data/mutation'
import { saveCosts } from '~/functions/shop-cost'
import { AmountGrid } from '../amounts/amount-grid'
import { type AdName, adNames, type CostFigure, costRules, draftOfRows, figureOf, rowsOf } from './ad-parts'
import { AddAdPart } from './add-ad-part'

interface CostGridProps {
  shopId: string
  months: readonly ShopCost[]
  /** Campaigns that a part of the 広告費 can name. */
  campaigns: readonly string[]
  mayWrite: boolean
}

/** The costs of a shop, a column a month; months are saved one after the other. */
export function CostGrid({ shopId, months, campaigns, mayWrite }: CostGridProps) {
  const save = useServerMutation(saveCosts, { invalidates: ['shopCost'], done: '費用を更新しました。' })
  const [added, setAdded] = useState<readonly AdName[]>([])
  const names = useMemo(() => adNames(months, added), [months, added])
  const rules = useMemo(() => costRules(names), [names])
  const shops = useMemo(
    () => [{ id: shopId, months: months.map((month) => rowsOf(month, names)) }],
    [shopId, months, names],
  )
  const words = {
    ...costKinds,
    ...Object.fromEntries(names.map((name) => [figureOf(name), `広告費のうち ${adPartName(name)}`])),
  } as Readonly<Record<CostFigure, string>>
  const frame = useRef<HTMLDivElement>(null)
  // In the order of a sheet that is pasted, and open at its newest month.
  // `void`: browsers may answer a scroll with a promise, which is no cleanup.
  useLayoutEffect(() => void frame.current?.querySelector('[data-flows]')?.scrollTo({ left: 9_999 }), [])
  return (
    <div ref={frame}>
      <AmountGrid
        title="費用の入力"
        className="max-h-none"
        unit="円・税込"
        noun="費用"
        caption="12か月の費用"
        head="費用"
        rules={rules}
        words={words}
        shops={shops}
        mayWrite={mayWrite}
        hint="費用がない月は0を入力します。空欄は未入力として扱い、損益を表示しません（広告費の内訳を除きます）。"
        isSaving={save.isPending}
        onSave={async (drafts, forget) => {
          for (const { month, seen, ...amounts } of drafts) {
            await save.mutateAsync({ data: { shopId, month, seen, ...draftOfRows(amounts, names) } })
            forget([{ shopId, month }])
          }
        }}
        below={<AddAdPart campaigns={campaigns} onAdd={(name) => setAdded([...added, name])} />}
      />
    </div>
  )
}
