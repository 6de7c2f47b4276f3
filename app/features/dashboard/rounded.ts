import { type KpiKey, kpi } from '#contract/kpi.ts'
import { smallestGroup } from '#contract/permissions.ts'
import { formatDifference, formatPercent } from '~/lib/format'
import { type Difference, type ShownFigure, shownFigure, type Value } from './figures'

// What a trading partner reads is rounded (docs/domain.md, "Small groups"): nothing here is finer than that.

/** A figure with 約; nobody is exactly nobody. */
export const about = <Figure extends Pick<ShownFigure, 'text' | 'value'>>(figure: Figure): Figure =>
  figure.value ? { ...figure, text: `約${figure.text}` } : figure

/** `shownFigure` for a trading partner. */
export const roundedFigure = (key: KpiKey, value: Value) => about(shownFigure(key, value))

/** A figure beside an earlier one, each a sum of so many rounded counts: neither good nor bad, and nothing within the rounding. */
export function roundedDifference(key: KpiKey, value: Value, before: Value, counts: number): Difference {
  if (value == null || before == null) return null
  const difference = value - before
  if (Math.abs(difference) <= smallestGroup * counts) return { text: 'ほぼ同じ', words: 'ほぼ同じ', meaning: 'neutral' }
  const amount = `約${formatDifference(difference)}${kpi[key].unit}`
  const share = before > 0 ? formatDifference((difference / before) * 100) : '±0'
  const text = share.startsWith('±') ? amount : `${amount}（約${share}%）`
  return { text, words: text.replaceAll('▲', 'マイナス').replaceAll('+', 'プラス'), meaning: 'neutral' }
}

/** A ratio of two of them in whole percent: 約102%. */
export const roundedPercent = (ratio: Value) => (ratio == null ? formatPercent(ratio) : `約${Math.round(ratio * 100)}%`)
