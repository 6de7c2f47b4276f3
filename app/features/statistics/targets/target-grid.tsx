import { useMemo } from 'react'
import { isApiError } from '#contract/errors.ts'
import type { AnswerOf } from '#contract/names.ts'
import { mostTargetMonths, targetFigures, targetUnits } from '#contract/words/shop-target.ts'
import { valuesOf } from '#contract/words/words.ts'
import { useServerMutation } from '~/data/mutation'
import { saveTargets } from '~/functions/shop-target'
import { AmountGrid } from '../amounts/amount-grid'

const rules = {
  figures: valuesOf(targetFigures),
  highest: 2_147_483_647,
  partFault: '4つとも入力するか、すべて空欄にします。',
}

interface TargetGridProps {
  year: AnswerOf<'shopTarget.year'>
  /** Somebody else has saved one of the months. */
  onStale: () => void
}

/** The targets of shops, four rows a shop and a column a month. Saved in one go, or not at all. */
export function TargetGrid({ year, onStale }: TargetGridProps) {
  // The dashboard compares with these targets.
  const save = useServerMutation(saveTargets, {
    invalidates: ['shopTarget', 'report'],
    done: '月次目標を更新しました。',
  })
  const shops = useMemo(() => year.shops.map(({ shop, ...months }) => ({ ...shop, ...months })), [year])
  return (
    <AmountGrid
      title="12か月の月次目標"
      noun="月次目標"
      caption="店舗ごとの12か月の月次目標"
      head="店舗と目標"
      rules={rules}
      words={targetFigures}
      units={targetUnits}
      shops={shops}
      mayWrite
      hint="Excelの範囲をコピーして、左上になるセルに貼り付けられます。空欄の月には、薄い字の目標（店舗ごとの毎月の目標）を使います。"
      mostMonths={mostTargetMonths}
      isSaving={save.isPending}
      onSave={async (data, forget) => {
        try {
          forget((await save.mutateAsync({ data: { data } })).list)
        } catch (error) {
          if (isApiError(error) && error.code === 'stale') onStale()
          throw error
        }
      }}
      className="max-h-[70vh]"
    />
  )
}
