import { useState } from 'react'
import { isBeyondChance, pairsAmong, type Ranged } from '#contract/chance.ts'
import { cutText } from '#contract/cut-text.ts'
import type { Ltv, LtvGroup, Range } from '#contract/report-ltv.ts'
import { byGroup } from '#contract/words/groups.ts'
import type { Tone } from '~/components/charts/series'
import { ChoiceSelect } from '~/components/choice-select'
import { FigureTable } from '~/components/report/figure-table'
import { Panel } from '~/components/report/panel'
import { Chip } from '~/components/ui/chip'
import { formatMonth } from '~/lib/dates'
import {
  formatCount,
  formatDecimal,
  formatDifference,
  formatPercent,
  formatRange,
  formatYen,
  wholePercent,
} from '~/lib/format'
import { ChanceLink } from '../chance/chance-link'
import { ChartPanel } from '../chart-panel'
import { monthLabel, monthRows } from '../period'
import { ltvDifference } from './difference'
import { joinersOf } from './joiners'

interface GroupsProps {
  groups: LtvGroup[]
  /** What they are: プラン. */
  by: string
}

/** 「¥120,000〜¥180,000」: the 95 % interval of a figure; empty where it is not known. */
const rangeText = (range: Range, format: (value: number) => string) =>
  range.low === null || range.high === null ? '' : formatRange(range, format)

const marked = ({ label, isOfFew }: LtvGroup) => (
  <>
    {label}
    {isOfFew && (
      <span className="ml-1.5">
        <Chip>参考値</Chip>
      </span>
    )}
  </>
)

/** 予測LTV at the ends of twelve months. */
export function CoursePanel({ stats: { series, requestInfo } }: { stats: Ltv }) {
  const margin = requestInfo.grossMargin === null ? '' : '粗利率を掛けています。'
  return (
    <ChartPanel
      title="予測LTVの推移"
      axis={{ unit: 'month', shopId: requestInfo.shopId }}
      definition={`各月までの12か月の売上と退会率で計算した予測LTV。最後の月が上の予測LTVと一致します。性別・年代・入会経路は今の情報で分けます。${margin}`}
      unit="円"
      chart={{
        label: '予測LTVの12か月の推移。数値は「表で見る」で確認できます。',
        points: series.map(({ month, predicted, salesPerMember, churnRate }) => ({
          key: month,
          label: monthLabel(month),
          name: `${formatMonth(month)}までの12か月`,
          values: { predicted },
          note:
            predicted === null
              ? '12か月分のデータがないか、退会がありません。'
              : `月売上 ${formatYen(salesPerMember)}、月次退会率 ${formatPercent(churnRate)}`,
        })),
        series: [{ key: 'predicted', label: '予測LTV', as: 'line', tone: 1 }],
        format: formatYen,
        formatMark: (value) => (value === 0 ? '0' : `${Math.round(value / 1000) / 10}万`),
        height: 240,
      }}
      table={
        <FigureTable
          caption="予測LTVの12か月の推移"
          head="12か月の最後の月"
          rows={series}
          {...monthRows}
          columns={[
            { label: '予測LTV', value: ({ predicted }) => formatYen(predicted) },
            { label: '月売上', value: ({ salesPerMember }) => formatYen(salesPerMember) },
            { label: '月次退会率', value: ({ churnRate }) => formatPercent(churnRate) },
          ]}
        />
      }
      empty={series.every(({ predicted }) => predicted === null) && '推移を計算できる月がありません。'}
    />
  )
}

const shownBars = 12

export function GroupBars({ groups, by }: GroupsProps) {
  const known = groups
    .filter(({ predicted }) => predicted !== null)
    .sort((one, other) => (other.predicted ?? 0) - (one.predicted ?? 0))
  const shown = known.slice(0, shownBars)
  const longest = Math.max(...shown.map(({ label }) => label.length), 4)
  return (
    <ChartPanel
      title={`${byGroup(by)}の予測LTV`}
      definition="1名あたり月売上 × 平均在籍期間（推定）。退会のなかったグループは計算できないため表示しません。幅（95%）は、主に退会した人数で決まります。会員か退会が20名未満のグループは参考値です。"
      unit="円"
      chart={{
        label: `${byGroup(by)}の予測LTV。数値は「表で見る」で確認できます。`,
        points: shown.map((one) => ({
          key: one.key,
          label: `${one.label.length > 12 ? `${cutText(one.label, 11)}…` : one.label}${one.isOfFew ? '※' : ''}`,
          values: { predicted: one.predicted },
          note: `${one.isOfFew ? '参考値。' : ''}幅 ${rangeText(one.ranges.predicted, formatYen)}。月売上 ${formatYen(one.salesPerMember)} × ${formatDecimal(one.avgTenureMonths)}か月`,
        })),
        series: [{ key: 'predicted', label: '予測LTV', as: 'bar', tone: 1 }],
        format: formatYen,
        formatMark: (value) => (value === 0 ? '0' : `${Math.round(value / 1000) / 10}万`),
        isSideways: true,
        labelWidth: Math.min(longest + 1, 13) * 11 + 12,
        height: Math.max(200, shown.length * 30 + 40),
      }}
      table={
        <FigureTable
          caption={`${byGroup(by)}の予測LTV`}
          head={by}
          rows={known}
          keyOf={({ key }) => key}
          nameOf={marked}
          columns={[
            { label: '予測LTV', value: ({ predicted }) => formatYen(predicted) },
            { label: '幅（95%）', value: ({ ranges }) => rangeText(ranges.predicted, formatYen) },
            { label: '退会', value: ({ withdrawals }) => formatCount(withdrawals) },
          ]}
        />
      }
      empty={known.length === 0 && '計算できるグループがありません。'}
    >
      {shown.some(({ isOfFew }) => isOfFew) && (
        <p className="pt-2 text-xs text-muted-foreground">※ 会員か退会が20名未満のため参考値です。</p>
      )}
      {known.length > shown.length && (
        <p className="pt-2 text-xs text-muted-foreground">
          上位{shownBars}件を表示しています。すべては下の表で確認できます。
        </p>
      )}
    </ChartPanel>
  )
}

const tones: Tone[] = [1, 2, 3, 4, 5, 6]

/** Of fewer people a single one makes a step. */
const fewest = 10
const drawn = (curve: Ltv['survival']) => {
  const end = curve.findIndex(({ month, atRisk }) => month > 0 && atRisk < fewest)
  return end === -1 ? curve : curve.slice(0, end)
}

/** Kaplan–Meier, of all or of the largest groups. */
export function SurvivalPanel({ stats, by }: { stats: Ltv; by: string }) {
  const all = drawn(stats.survival)
  const groups = stats.groups
    .filter(({ key, isOfFew, survival }) => key !== '' && !isOfFew && drawn(survival).length > 1)
    .slice(0, 5)
  const [isTogether, setTogether] = useState(false)
  const together = groups.length === 0 || isTogether
  const lines = together
    ? [
        { key: 'share', label: '在籍', tone: tones[0] as Tone, of: all.map(({ share }) => share) },
        {
          key: 'operating',
          label: '休会を除く',
          tone: tones[1] as Tone,
          of: all.map(({ share, paused }) => (share === null || paused === null ? null : Math.max(0, share - paused))),
        },
        {
          key: 'low',
          label: '95%の下限',
          tone: tones[2] as Tone,
          isDashed: true,
          of: all.map(({ low }) => low),
        },
        {
          key: 'high',
          label: '95%の上限',
          tone: tones[2] as Tone,
          isDashed: true,
          of: all.map(({ high }) => high),
        },
      ]
    : groups.map((group, at) => ({
        key: group.key,
        label: group.label,
        tone: tones[at] as Tone,
        of: drawn(group.survival).map(({ share }) => share),
      }))
  const months = Math.max(0, ...lines.map(({ of }) => of.length))
  return (
    <ChartPanel
      title="継続曲線"
      definition="入会日（契約の初日）からのか月数ごとに、まだ在籍している割合です（カプラン・マイヤー法）。その月に全員が達した入会月だけで数えるため、最近入会した会員を退会したとも続いたとも数えません。N か月継続率は1つの入会月の割合で、こちらは複数の入会月をつないだ推定です。休会は在籍に含みます。残りが10名未満になる先は表示しません。"
      controls={
        groups.length > 0 && (
          <ChoiceSelect
            label="継続曲線の表示"
            value={together ? 'all' : 'groups'}
            choices={[
              ['groups', byGroup(by)],
              ['all', 'まとめて'],
            ]}
            onChange={(shown) => setTogether(shown === 'all')}
          />
        )
      }
      chart={{
        label: '入会からの月数ごとの在籍の割合。数値は「表で見る」で確認できます。',
        points: Array.from({ length: months }, (_, month) => ({
          key: String(month),
          label: `${month}か月`,
          values: Object.fromEntries(lines.map(({ key, of }) => [key, of[month] ?? null])),
        })),
        series: lines.map(({ key, label, tone, ...rest }) => ({
          key,
          label,
          as: 'step' as const,
          tone,
          ...('isDashed' in rest && { isDashed: true }),
        })),
        format: (value) => formatPercent(value),
        formatMark: wholePercent,
        max: 1,
        height: 300,
      }}
      table={
        <FigureTable
          caption="入会からの月数ごとの在籍の割合"
          head="か月"
          rows={Array.from({ length: months }, (_, month) => month)}
          keyOf={(month) => month}
          nameOf={(month) => month}
          columns={lines.map(({ label, of }) => ({ label, value: (month: number) => formatPercent(of[month]) }))}
        />
      }
      empty={months < 2 && '全員が1か月を過ごした入会月がまだありません。'}
    >
      {!together && groups.length < stats.groups.filter(({ key }) => key !== '').length && (
        <p className="pt-2 text-xs text-muted-foreground">
          会員の多い{groups.length}つを表示しています。20名未満のグループは含みません。
        </p>
      )}
    </ChartPanel>
  )
}

/** Why two groups' LTV differs: sales and tenure side by side, and the difference in both parts. */
export function DifferencePanel({ groups, by, margin }: GroupsProps & { margin: number }) {
  const known = groups.filter(({ predicted }) => predicted !== null)
  const [chosen, setChosen] = useState<[string | undefined, string | undefined]>([undefined, undefined])
  const find = (key: string | undefined, at: number) => known.find((one) => one.key === key) ?? known[at]
  const [one, other] = [find(chosen[0], 0), find(chosen[1], 1)]
  const difference = one && other && ltvDifference(one, other, margin)
  if (!one || !other || !difference) return null
  const select = (label: string, value: string, onChange: (key: string) => void) => (
    <ChoiceSelect
      label={label}
      value={value}
      choices={known.map(({ key, label: name }) => [key, name] as const)}
      onChange={onChange}
      className="max-w-44"
    />
  )
  const rows = [
    ['1名あたり月売上', formatYen(one.salesPerMember), formatYen(other.salesPerMember), difference.bySales],
    [
      '平均在籍期間（推定）',
      `${formatDecimal(one.avgTenureMonths)}か月`,
      `${formatDecimal(other.avgTenureMonths)}か月`,
      difference.byTenure,
    ],
    ['予測LTV', formatYen(one.predicted), formatYen(other.predicted), difference.total],
  ] as const
  const ranged = ({ predicted, ranges }: LtvGroup): Ranged => ({ value: predicted, ...ranges.predicted })
  const isDifferent = isBeyondChance(ranged(one), ranged(other), pairsAmong(known.length))
  const bigger = Math.abs(difference.bySales) >= Math.abs(difference.byTenure) ? '月売上の差' : '在籍期間の差'
  const yen = (value: number) => formatDifference(Math.round(value), 0, '¥')
  return (
    <Panel
      title="LTVの差の理由"
      definition="予測LTV = 1名あたり月売上 × 平均在籍期間。片方の差に、もう片方の2つの平均を掛けた金額で、2つの差を足すと予測LTVの差になります。計算の順番で変わりません。"
      aside={
        <div className="flex flex-wrap items-center gap-2">
          {select(`比べる${by}`, one.key, (key) => setChosen([key, other.key]))}
          <span className="text-sm text-muted-foreground">と</span>
          {select(`相手の${by}`, other.key, (key) => setChosen([one.key, key]))}
        </div>
      }
    >
      <p className="pb-3 text-sm" aria-live="polite">
        「{one.label}」の予測LTVは「{other.label}」と比べて
        <span className="figures font-semibold">{yen(difference.total)}</span>です。
        {isDifferent ? (
          <>
            内訳は、月売上の差が<span className="figures font-semibold">{yen(difference.bySales)}</span>
            、在籍期間の差が
            <span className="figures font-semibold">{yen(difference.byTenure)}</span>で、主な理由は{bigger}です。
          </>
        ) : (
          `退会した人数（${formatCount(one.withdrawals)}名と${formatCount(other.withdrawals)}名）から見て、この差は偶然の範囲です。`
        )}
        {(one.isOfFew || other.isOfFew) && '会員か退会が20名未満のグループを含むため、参考値です。'} <ChanceLink />
      </p>
      <FigureTable
        caption={`${one.label}と${other.label}のLTVの差`}
        head="項目"
        rows={rows}
        keyOf={([label]) => label}
        nameOf={([label]) => label}
        columns={[
          { label: one.label, value: ([, mine]) => mine },
          { label: `${other.label}${one === other ? '（同じ）' : ''}`, value: ([, , theirs]) => theirs },
          { label: '差の内訳', value: ([, , , part]) => yen(part) },
        ]}
      />
    </Panel>
  )
}

/** Replaced where only a part of them is known. */
const allJoiners = joinersOf(null)

const columns: {
  label: string
  formula?: string
  of: (one: Ltv['summary']) => string
  range?: (one: Ltv['summary']) => string
}[] = [
  { label: '期末在籍', of: (one) => formatCount(one.members) },
  { label: '退会', of: (one) => formatCount(one.withdrawals) },
  {
    label: '月次退会率',
    formula: '12か月の退会 ÷ 各月の期首在籍の合計。',
    of: (one) => formatPercent(one.churnRate),
    range: ({ ranges }) => rangeText(ranges.churnRate, formatPercent),
  },
  {
    label: '平均在籍期間',
    formula: '1 ÷ 月次退会率（か月）。今の退会率が続くと仮定した推定です。',
    of: (one) => formatDecimal(one.avgTenureMonths),
  },
  {
    label: '1名あたり月売上',
    formula: '売上（税込）÷ 各月の期首在籍の合計。',
    of: (one) => formatYen(one.salesPerMember),
  },
  {
    label: '予測LTV',
    formula: '1名あたり月売上 × 平均在籍期間。下の幅（95%）は、主に退会した人数で決まります。',
    of: (one) => formatYen(one.predicted),
    range: ({ ranges }) => rangeText(ranges.predicted, formatYen),
  },
  {
    label: '1年LTV',
    formula: `${allJoiners}の最初の1年の在籍月数の平均 × 客単価。`,
    of: (one) => formatYen(one.cohort12),
    range: ({ ranges }) => rangeText(ranges.cohort12, formatYen),
  },
  {
    label: '実績LTV',
    formula: '12か月に退会した会員が支払った合計の平均。',
    of: (one) => formatYen(one.realized),
    range: ({ ranges }) => rangeText(ranges.realized, formatYen),
  },
  { label: '実績の人数', of: (one) => formatCount(one.realizedOf) },
]

export const GroupTable = ({ stats, by }: { stats: Ltv; by: string }) => (
  <Panel title={`${byGroup(by)}の内訳`}>
    <FigureTable
      caption={`${byGroup(by)}のLTV`}
      className="max-h-[480px]"
      head={by}
      rows={stats.groups}
      keyOf={({ key }) => key}
      nameOf={(one) => (one.key === '' ? one.label : marked(one))}
      columns={columns.map(({ label, formula, of, range }) => {
        const value = (one: Ltv['summary']) => (
          <>
            {of(one)}
            {range && <span className="block text-xs font-normal text-muted-foreground">{range(one)}</span>}
          </>
        )
        return {
          label,
          formula: formula?.replace(allJoiners, joinersOf(stats.firstYears)),
          value,
          total: value(stats.summary),
        }
      })}
      total="全体"
    />
  </Panel>
)
