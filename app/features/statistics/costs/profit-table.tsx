import type { Profit, ProfitMonth } from '#contract/shop-cost.ts'
import { FigureTable } from '~/components/report/figure-table'
import { InfoTip } from '~/components/report/info-tip'
import { Panel } from '~/components/report/panel'
import { formatMonth } from '~/lib/dates'
import { formatCount, formatDecimal, formatYen, none } from '~/lib/format'

interface Row {
  label: string
  definition?: string
  textOf: (month: ProfitMonth) => string
}

const yen = (of: (month: ProfitMonth) => number | null) => (month: ProfitMonth) => {
  const value = of(month)
  return formatYen(value === null ? null : Math.round(value))
}

const figures: readonly Row[] = [
  {
    label: '純売上',
    definition: '売上から返金を引いた金額（税込）。月のすべての日のデータがそろうまで表示しません。',
    textOf: yen(({ netSales }) => netSales),
  },
  {
    label: '費用',
    definition: '人件費、広告費、家賃、その他の費用の合計。4つとも入力された月だけ表示します。0円も入力のうちです。',
    textOf: yen(({ costs }) => costs),
  },
  {
    label: '損益',
    definition:
      '純売上（税込） − 費用（入力した金額のまま）。費用を税抜で入力すると、消費税の分だけ損益が大きく出ます。納める消費税は引いていません。',
    textOf: yen(({ profit }) => profit),
  },
  {
    label: '入会',
    definition: 'その月に入会した人数。',
    textOf: ({ admissions }) => (admissions === null ? none : `${formatCount(admissions)}名`),
  },
  {
    label: '獲得コスト',
    definition:
      '広告費 ÷ 入会。1名の入会にかかった広告費です。広告費が入力されていない月と、入会のない月は表示しません。',
    textOf: yen(({ acquisition }) => acquisition),
  },
  {
    label: '客単価',
    definition: '純売上 ÷ 月初と月末の稼働会員の平均。',
    textOf: yen(({ arpu }) => arpu),
  },
  {
    label: '回収月数',
    definition:
      '1名の獲得コストを何か月で回収できるか。客単価 × 粗利率（広告費を除く費用を引いた残りの割合）を、継続曲線のとおりに会員が減っていくものとして足し上げます。4つの費用が入力された月だけ計算します。',
    textOf: ({ payback, isUnrecovered }) => {
      if (isUnrecovered) return '回収できません'
      return payback === null ? none : `${formatDecimal(payback)}か月`
    },
  },
]

const missingShops: Row = {
  label: '未入力の店舗',
  textOf: (month) =>
    month.shops === 0 ? none : `${formatCount(month.missingShops)} / ${formatCount(month.shops)}店舗`,
}

/** 損益, 獲得コスト and 回収月数 of twelve months, the newest first. */
export function ProfitTable({ stats: { months } }: { stats: Profit }) {
  const isMissing = months.some((month) => month.missingShops > 0) && months.some(({ shops }) => shops > 1)
  return (
    <Panel title="損益と獲得コスト" className="print-landscape min-w-0">
      <FigureTable
        caption="12か月の損益と獲得コスト"
        isDense
        head="項目"
        rows={isMissing ? [...figures, missingShops] : figures}
        keyOf={({ label }) => label}
        nameOf={({ label, definition }) => (
          <span className="inline-flex items-center gap-1">
            {label}
            {definition && <InfoTip label={label} text={definition} />}
          </span>
        )}
        columns={months.toReversed().map((month) => ({
          label: formatMonth(month.month),
          value: ({ textOf }: Row) => textOf(month),
        }))}
      />
    </Panel>
  )
}
