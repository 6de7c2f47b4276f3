import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Profit, ProfitMonth } from '#contract/shop-cost.ts'
import { FigureTable } from '~/components/report/figure-table'
import { InfoTip } from '~/components/report/info-tip'
import { Panel } from '~/components/report/panel'
import { formatMonth } from '~/lib/dates'
import { formatCount, formatDecimal, formatYen, none } from '~/lib/format'
import { useSelectedShop } from '~/shop/selected-shop'

interface Row {
  label: string
  definition?: string
  textOf: (month: ProfitMonth) => ReactNode
}

const yen = (of: (month: ProfitMonth) => number | null) => (month: ProfitMonth) => {
  const value = of(month)
  return formatYen(value === null ? null : Math.round(value))
}

/** Where some shops have not entered it: of those that have, marked as their sum. */
const entered = (of: 'costs' | 'profit') => (month: ProfitMonth) => {
  const sum = month[of] ?? month.entered?.[of] ?? null
  if (sum === null || month[of] !== null) return formatYen(sum)
  return (
    <>
      {formatYen(sum)}
      <span className="block text-xs font-normal text-muted-foreground">
        {formatCount(month.shops)}店舗中{formatCount(month.shops - month.missingShops)}店舗の合計
      </span>
    </>
  )
}

const figures: readonly Row[] = [
  {
    label: '売上',
    definition: '精算額から返金額を引いた金額（税込）。月のすべての日のデータがそろうまで表示しません。',
    textOf: yen(({ netSales }) => netSales),
  },
  {
    label: '費用',
    definition: '人件費、広告費、家賃、その他の費用の合計。4つとも入力した店舗だけを数えます。0円も入力のうちです。',
    textOf: entered('costs'),
  },
  {
    label: '損益',
    definition:
      '売上（税込） − 費用（入力した金額のまま）。費用を税抜で入力すると、消費税の分だけ損益が大きく出ます。納める消費税は引いていません。未入力の店舗があるときは、入力した店舗だけの損益です。',
    textOf: entered('profit'),
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
    definition: '売上 ÷ 月初と月末の稼働会員の平均。',
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

/** Shops named in a month. */
const mostNamed = 3

/** The shops whose costs are missing; each opens its own form. */
function MissingShops({ month, names }: { month: ProfitMonth; names: ReadonlyMap<string, string> }) {
  if (month.shops === 0) return none
  if (month.missing.length === 0) return 'なし'
  const others = month.missing.length - mostNamed
  return (
    <span className="flex flex-col items-end gap-1 text-xs">
      {month.missing.slice(0, mostNamed).map((shop) => (
        <Link
          key={shop}
          to="/statistics/costs"
          search={{ shop, month: month.month }}
          aria-label={`${names.get(shop)}の${formatMonth(month.month)}の費用を入力する`}
          className="text-primary underline underline-offset-4"
        >
          {names.get(shop)}
        </Link>
      ))}
      {others > 0 && <span className="text-muted-foreground">ほか{formatCount(others)}店舗</span>}
    </span>
  )
}

/** 損益, 獲得コスト and 回収月数 of twelve months, the newest first. */
export function ProfitTable({ stats: { months } }: { stats: Profit }) {
  const { shops } = useSelectedShop(undefined)
  const names = new Map(shops.map(({ id, name }) => [id, name]))
  const missingShops: Row = {
    label: '未入力の店舗',
    textOf: (month) => <MissingShops month={month} names={names} />,
  }
  const isMissing = months.some((month) => month.missingShops > 0) && months.some(({ shops }) => shops > 1)
  return (
    <Panel title="損益と獲得コスト" className="print-landscape min-w-0">
      <FigureTable
        caption="12か月の損益と獲得コスト"
        className="max-h-none"
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
