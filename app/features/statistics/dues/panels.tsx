import { useState } from 'react'
import { isBeyondChance, pairsAmong } from '#contract/chance.ts'
import { type DuesMonth, type DuesOfShop, type DuesRecovery, recoveryDays } from '#contract/report-dues.ts'
import { paymentMethods } from '#contract/words/member-record.ts'
import { ShopName } from '~/auth/record-links'
import { ChoiceSwitch } from '~/components/choice-switch'
import { type FigureColumn, FigureTable } from '~/components/report/figure-table'
import { Panel } from '~/components/report/panel'
import { formatCount, formatPercent, formatYen, none, wholePercent } from '~/lib/format'
import { ChanceLink } from '../chance/chance-link'
import { ChartPanel } from '../chart-panel'
import { monthRows, pointNames } from '../period'
import { ShareText } from '../shops/share-text'

type By = 'yen' | 'people'
const counted = [
  { value: 'yen' as const, label: '金額' },
  { value: 'people' as const, label: '人数' },
]

const backOf = ({ figures }: DuesMonth, days: number) => figures?.back.find((one) => one.days === days)
const rateOf = (month: DuesMonth, days: number, by: By) => {
  const back = backOf(month, days)
  return (by === 'yen' ? back?.rate : back?.people.rate) ?? null
}

const backColumn = (days: number, by: By): FigureColumn<DuesMonth> => ({
  label: `${days}日以内`,
  formula: `期日に払われなかった会費のうち、期日から${days}日以内に払われた割合。人数は、その月の未払いをどれも払った会員です。`,
  value: (month) =>
    `${formatPercent(rateOf(month, days, by))}${backOf(month, days)?.isRipe === false && rateOf(month, days, by) !== null ? '※' : ''}`,
})

/** How much came back by target month, as a chart and as a table; by yen or by people. */
export function MonthPanels({ stats }: { stats: DuesRecovery }) {
  const [by, setBy] = useState<By>('yen')
  const isYen = by === 'yen'
  const drawn = [30, 90]
  const table = (columns: readonly FigureColumn<DuesMonth>[]) => (
    <FigureTable
      caption={`対象月ごとの回収（${isYen ? '金額' : '人数'}）`}
      className="max-h-none"
      isDense
      head="対象月"
      rows={stats.months.toReversed()}
      {...monthRows}
      columns={columns}
    />
  )
  return (
    <>
      <ChartPanel
        title="30日・90日以内の回収"
        axis={{ unit: 'month', shopId: stats.requestInfo.shopId }}
        definition="期日に払われなかった会費のうち、期日から30日以内と90日以内に払われた割合。すべての請求がその日数を過ぎるまでの対象月は描きません。"
        unit="%"
        controls={<ChoiceSwitch label="回収の数え方" value={by} choices={counted} onChange={setBy} />}
        chart={{
          label: '対象月ごとの30日以内と90日以内の回収の割合。数値は「表で見る」で確認できます。',
          points: stats.months.map((one) => ({
            key: one.month,
            ...pointNames(one.month, 'month'),
            values: Object.fromEntries(
              drawn.map((days) => [String(days), backOf(one, days)?.isRipe ? rateOf(one, days, by) : null]),
            ),
            ...(!backOf(one, 90)?.isRipe && { note: one.figures ? 'まだ途中です。' : 'データがありません。' }),
          })),
          series: drawn.map((days, at) => ({
            key: String(days),
            label: `${days}日以内`,
            as: 'line' as const,
            tone: at === 0 ? 1 : 2,
            showsEach: true,
          })),
          format: (value) => formatPercent(value),
          formatMark: wholePercent,
          max: 1,
        }}
        table={table(drawn.map((days) => backColumn(days, by)))}
        empty={stats.ripe.length === 0 && '期日から30日たった対象月がまだありません。'}
      />
      <Panel
        title="対象月ごとの回収"
        definition="会費の対象月ごとに、期日（引落日）に払われなかった会費と、期日から何日以内に払われたか。引落を何回試したかは分からないため表示しません。1名が同じ月に2つの未払いを持つときは1名と数え、どちらも払われたときに回収とします。"
      >
        {table([
          { label: '請求', formula: '引落日が来た請求額。', value: ({ figures }) => formatYen(figures?.billed) },
          {
            label: '期日に未払い',
            formula: '期日に払われなかった会費。あとから払われたものを含み、結果待ちを含みません。',
            value: ({ figures }) =>
              isYen ? formatYen(figures?.failed) : figures ? `${formatCount(figures.people)}名` : none,
          },
          {
            label: '割合',
            formula: '期日に払われなかった金額 ÷ 結果の出た請求額。',
            value: ({ figures }) => `${formatPercent(figures?.failedRate)}${figures?.isComplete === false ? '※' : ''}`,
          },
          ...recoveryDays.map((days) => backColumn(days, by)),
          {
            label: '未収金',
            formula: 'データの日に入金のない会費。結果待ちを含み、月次の未収金と一致します。',
            value: ({ figures }) =>
              isYen ? formatYen(figures?.open) : figures ? `${formatCount(figures.openPeople)}名` : none,
          },
        ])}
        <p className="pt-2 text-xs text-muted-foreground">
          ※ まだ途中です。日数が過ぎるまで増え、平均と比較に含みません。
        </p>
      </Panel>
    </>
  )
}

const ages: Record<number, string> = { 0: '〜30日', 31: '31〜60日', 61: '61〜90日', 91: '91日〜' }

/** What is open, by days since it was due. */
export const AgesPanel = ({ open }: { open: NonNullable<DuesRecovery['open']> }) => (
  <Panel
    title="未収金の日数"
    definition="データの日の未収金を、期日からの日数で分けたもの。表にない古い対象月も含みます。金額は請求ごと、人数は会員の最も古い請求の日数で数えます。"
  >
    <FigureTable
      caption="期日からの日数ごとの未収金"
      head="期日から"
      rows={open.ages}
      keyOf={({ from }) => from}
      nameOf={({ from }) => ages[from]}
      columns={[
        { label: '金額', value: ({ yen }) => formatYen(yen), total: formatYen(open.yen) },
        { label: '人数', value: ({ people }) => `${formatCount(people)}名`, total: `${formatCount(open.people)}名` },
      ]}
      total="合計"
    />
  </Panel>
)

/** Columns of a shop or a way of paying, over the ripe months together. */
const partColumns = <Part extends Omit<DuesOfShop, 'shopId' | 'shopName'>>(): FigureColumn<Part>[] => [
  { label: '期日に未払い', value: ({ failed }) => formatYen(failed) },
  {
    label: '割合',
    formula: '期日に払われなかった金額 ÷ 結果の出た請求額。',
    value: ({ failedRate }) => formatPercent(failedRate),
  },
  { label: '30日以内（金額）', value: ({ backRate }) => formatPercent(backRate) },
  {
    label: '30日以内（人数）',
    formula:
      '期日に払われなかった会員（のべ、月ごとに1名）のうち、30日以内に払った割合。幅（95%）は、何か月も未払いの会員を1名として計算します。20名未満は参考値です。',
    value: ({ people }) => <ShareText share={people} max={1} />,
  },
]

const monthsOf = ({ ripe }: DuesRecovery) => `期日から30日たった${ripe.length}か月の合計です。`

export const MethodPanel = ({ stats }: { stats: DuesRecovery }) => (
  <Panel
    title="支払方法ごとの回収"
    definition={`請求の支払方法で分けたもの。${monthsOf(stats)}`}
    empty={stats.byMethod.length === 0 && '期日から30日たった対象月がまだありません。'}
  >
    <FigureTable
      caption="支払方法ごとの回収"
      rowClass="align-top"
      head="支払方法"
      rows={stats.byMethod}
      keyOf={({ method }) => method}
      nameOf={({ method }) => paymentMethods[method]}
      columns={partColumns()}
    />
  </Panel>
)

/** In display order, unless two of the shops differ beyond chance. */
export function ShopPanel({ stats }: { stats: DuesRecovery }) {
  const shops = stats.byShop
  const ranged = ({ people: { rate, low, high } }: DuesOfShop) => ({ value: rate, low, high })
  const isLess = (one: DuesOfShop, other: DuesOfShop) =>
    (one.people.rate ?? 0) < (other.people.rate ?? 0) &&
    isBeyondChance(ranged(one), ranged(other), pairsAmong(shops.length))
  const ranks = new Map(shops.map((one) => [one.shopId, 1 + shops.filter((other) => isLess(one, other)).length]))
  const rankOf = ({ shopId }: DuesOfShop) => ranks.get(shopId) ?? 1
  const hasRanks = shops.some((one) => rankOf(one) > 1)
  return (
    <Panel
      title="店舗ごとの回収"
      definition={`${monthsOf(stats)}順位は、人数で数えた30日以内の回収に、偶然の差を超える違いがあるときだけ付けます。`}
    >
      <p className="pb-3 text-sm">
        {hasRanks ? '偶然の差を超えて高い店舗から並べています。' : '店舗の差は偶然の範囲です。'} <ChanceLink />
      </p>
      <FigureTable
        caption="店舗ごとの回収"
        className="max-h-[560px]"
        rowClass="align-top"
        head="店舗"
        rows={hasRanks ? shops.toSorted((one, other) => rankOf(one) - rankOf(other)) : shops}
        keyOf={({ shopId }) => shopId}
        nameOf={({ shopId, shopName }) => <ShopName shop={{ id: shopId, name: shopName }} />}
        columns={[hasRanks && { label: '順位', value: (one) => `${rankOf(one)}位` }, ...partColumns<DuesOfShop>()]}
      />
    </Panel>
  )
}
