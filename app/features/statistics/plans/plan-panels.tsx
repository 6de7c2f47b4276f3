import type { MemberPlan } from '#contract/report-member-plan.ts'
import { planCategories } from '#contract/words/shop.ts'
import { PlanName } from '~/auth/record-links'
import type { Tone } from '~/components/charts/series'
import { FigureTable } from '~/components/report/figure-table'
import { Panel } from '~/components/report/panel'
import { Chip } from '~/components/ui/chip'
import { formatMonth } from '~/lib/dates'
import { changeOf, formatCount, formatDifference, formatPercent, formatYen } from '~/lib/format'
import { ChartPanel } from '../chart-panel'
import { monthLabel } from '../period'

const tones: Tone[] = [1, 2, 3, 4, 5, 6, 7]

/** Twelve months as shares: seven plans, or the six largest and the others together. */
export function SharesPanel({ stats }: { stats: MemberPlan }) {
  const known = stats.series.filter(({ counts }) => counts !== null)
  const sizes = new Map<string, number>()
  for (const { counts } of known) {
    for (const [code, count] of Object.entries(counts ?? {})) sizes.set(code, (sizes.get(code) ?? 0) + count)
  }
  const codes = [...sizes].sort(([, one], [, other]) => other - one).map(([code]) => code)
  const shown = codes.slice(0, codes.length > 7 ? 6 : 7)
  const rest = codes.slice(shown.length)
  // By code: a plan keeps its colour when it overtakes another.
  const toneOf = (code: string) => tones[shown.toSorted().indexOf(code)] as Tone
  const nameOf = (code: string) => stats.names[code] ?? code
  const series = [
    ...shown.map((code) => ({
      key: code,
      label: nameOf(code),
      as: 'bar' as const,
      tone: toneOf(code),
      stack: 'plans',
    })),
    ...(rest.length > 0
      ? [{ key: ' rest', label: 'ほかのプラン', as: 'bar' as const, tone: 7 as const, stack: 'plans' }]
      : []),
  ]
  const countIn = (counts: Record<string, number> | null, key: string) =>
    counts === null
      ? null
      : key === ' rest'
        ? rest.reduce((sum, code) => sum + (counts[code] ?? 0), 0)
        : (counts[key] ?? 0)
  return (
    <ChartPanel
      title="12か月のプラン構成"
      axis={{ unit: 'month', shopId: stats.requestInfo.shopId }}
      definition="各月の終わり（今月はデータのある日）の会員を、プランの割合で表しています。休会もプランの1つです。"
      unit="%"
      chart={{
        label: '12か月のプランの割合。人数は「表で見る」で確認できます。',
        points: stats.series.map(({ month, total, counts }) => ({
          key: month,
          label: monthLabel(month),
          values: Object.fromEntries(series.map(({ key }) => [key, countIn(counts, key)])),
          note: total === null ? '集計中、またはデータがありません。' : `在籍 ${formatCount(total)}名`,
        })),
        series,
        format: (value) => `${formatCount(value)}名`,
        isShare: true,
        height: 300,
      }}
      table={
        <FigureTable
          caption="12か月のプランごとの人数"
          isDense
          head="プラン"
          rows={codes}
          keyOf={(code) => code}
          nameOf={nameOf}
          columns={stats.series.map(({ month, counts }) => ({
            label: monthLabel(month),
            value: (code: string) => formatCount(counts && (counts[code] ?? 0)),
          }))}
        />
      }
    />
  )
}

export function PlanTable({ stats }: { stats: MemberPlan }) {
  const hasMoney = stats.fees !== undefined
  const fees = stats.plans.reduce((sum, { mrr }) => sum + (mrr ?? 0), 0)
  return (
    <Panel title="プランごとの会員">
      <FigureTable
        caption="プランごとの会員"
        className="max-h-[480px]"
        head="プラン"
        rows={stats.plans}
        keyOf={({ code }) => code}
        nameOf={(one) => (
          <>
            <PlanName id={stats.requestInfo.shopId === null ? null : one.planId} name={one.name} isQuiet />
            <span className="ml-1.5">
              <Chip>{planCategories[one.category]}</Chip>
            </span>
          </>
        )}
        columns={[
          { label: '人数', value: ({ count }) => formatCount(count), total: formatCount(stats.total) },
          {
            label: '構成比',
            value: ({ share }) => formatPercent(share),
            total: formatPercent(stats.total ? 1 : null),
          },
          { label: '前月末', value: ({ prevCount }) => formatCount(prevCount), total: formatCount(stats.prevTotal) },
          {
            label: '増減',
            value: ({ diff }) => formatDifference(diff),
            total: formatDifference(changeOf(stats.total, stats.prevTotal)),
          },
          hasMoney && {
            label: '会費の平均',
            formula: '月会費の合計 ÷ 人数（税込）。契約の金額で、定価ではありません。',
            value: ({ fee }) => formatYen(fee),
            total: formatYen(stats.total ? fees / stats.total : null),
          },
          hasMoney && {
            label: '月会費の合計',
            formula: '契約の月会費の合計（税込）。',
            value: ({ mrr }) => formatYen(mrr),
            total: formatYen(fees),
          },
        ]}
        total="合計"
      />
    </Panel>
  )
}

export const OptionTable = ({ stats }: { stats: MemberPlan }) => (
  <Panel
    title="オプション"
    definition="月の終わりに有効なオプションの契約がある会員。1名が複数のオプションを持つことがあり、プランの合計には含みません。"
  >
    <FigureTable
      caption="オプションごとの会員"
      head="オプション"
      rows={stats.options}
      keyOf={({ code }) => code}
      nameOf={({ name }) => name}
      columns={[
        { label: '人数', value: ({ count }) => formatCount(count) },
        { label: '前月末', value: ({ prevCount }) => formatCount(prevCount) },
        { label: '増減', value: ({ diff }) => formatDifference(diff) },
        stats.fees !== undefined && { label: '月会費の合計', value: ({ mrr }) => formatYen(mrr) },
      ]}
    />
  </Panel>
)

type CodeSum = [code: string, sum: number]

/** From which plan to which, of members of both closes. */
export function TransitionsPanel({ stats }: { stats: MemberPlan }) {
  const { transitions, names, requestInfo } = stats
  const nameOf = (code: string) => names[code] ?? code
  const codesOf = (side: 'from' | 'to') => {
    const sums = new Map<string, number>()
    for (const one of transitions) sums.set(one[side], (sums.get(one[side]) ?? 0) + one.count)
    return [...sums].sort(([, one], [, other]) => other - one)
  }
  const [from, to] = [codesOf('from'), codesOf('to')]
  const countOf = (one: string, other: string) => {
    const found = transitions.find((t) => t.from === one && t.to === other)
    return found && formatCount(found.count)
  }
  const period = formatMonth(`${requestInfo.year}-${String(requestInfo.month).padStart(2, '0')}`)
  return (
    <Panel
      title="プランの変更"
      definition="前月末とこの月の終わりの両方に会員だった方のうち、プランが変わった人数。休会と休会からの復帰を含みます。月の途中で戻った変更は含みません。"
      empty={transitions.length === 0 && `${period}に変更した会員はいません。`}
    >
      <FigureTable
        caption={`${period}のプランの変更（左が変更前、上が変更後、名）`}
        isDense
        head="変更前 ＼ 変更後"
        rows={from}
        keyOf={([code]) => code}
        nameOf={([code]) => nameOf(code)}
        columns={[
          ...to.map(([code, sum]) => ({
            label: nameOf(code),
            value: ([one]: CodeSum) => countOf(one, code),
            total: formatCount(sum),
          })),
          {
            label: '計',
            value: ([, sum]) => formatCount(sum),
            total: formatCount(from.reduce((all, [, sum]) => all + sum, 0)),
          },
        ]}
        total="計"
      />
    </Panel>
  )
}
