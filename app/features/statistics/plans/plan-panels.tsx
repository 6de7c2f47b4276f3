import type { MemberPlan } from '#contract/report-member-plan.ts'
import { planCategories } from '#contract/words/shop.ts'
import { PlanName } from '~/auth/record-links'
import type { Tone } from '~/components/charts/series'
import { InfoTip } from '~/components/report/info-tip'
import { cells, RowHead, ScrollTable, TableHead } from '~/components/report/scroll-table'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { Chip } from '~/components/ui/chip'
import { formatMonth } from '~/lib/dates'
import { formatCount, formatDifference, formatPercent, formatYen } from '~/lib/format'
import { ChartPanel } from '../chart-panel'

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
  const nameOf = (code: string) => stats.names[code] ?? code
  const series = [
    ...shown.map((code, at) => ({
      key: code,
      label: nameOf(code),
      as: 'bar' as const,
      tone: tones[at] as Tone,
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
          label: `${Number(month.slice(5, 7))}月`,
          values: Object.fromEntries(series.map(({ key }) => [key, countIn(counts, key)])),
          note: total === null ? '集計中、またはデータがありません。' : `在籍 ${formatCount(total)}名`,
        })),
        series,
        format: (value) => `${formatCount(value)}名`,
        isShare: true,
        height: 300,
      }}
      table={
        <ScrollTable caption="12か月のプランごとの人数" isDense>
          <TableHead
            rows="プラン"
            columns={stats.series.map(({ month }) => ({ label: `${Number(month.slice(5, 7))}月` }))}
          />
          <tbody>
            {codes.map((code) => (
              <tr key={code}>
                <RowHead>{nameOf(code)}</RowHead>
                {stats.series.map(({ month, counts }) => (
                  <td key={month} className={cells.value}>
                    {formatCount(counts === null ? null : (counts[code] ?? 0))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      }
    />
  )
}

export function PlanTable({ stats }: { stats: MemberPlan }) {
  const hasMoney = stats.fees !== undefined
  const columns = [
    { label: '人数' },
    { label: '構成比' },
    { label: '前月末' },
    { label: '増減' },
    ...(hasMoney
      ? [
          { label: '会費の平均', formula: '月会費の合計 ÷ 人数（税込）。契約の金額で、定価ではありません。' },
          { label: '月会費の合計', formula: '契約の月会費の合計（税込）。' },
        ]
      : []),
  ]
  const fees = stats.plans.reduce((sum, { mrr }) => sum + (mrr ?? 0), 0)
  return (
    <Card>
      <CardHeader>
        <CardTitle>プランごとの会員</CardTitle>
      </CardHeader>
      <CardContent>
        <ScrollTable caption="プランごとの会員" className="max-h-[480px]">
          <TableHead rows="プラン" columns={columns} />
          <tbody>
            {stats.plans.map((one) => (
              <tr key={one.code}>
                <RowHead>
                  <PlanName id={stats.requestInfo.shopId === null ? null : one.planId} name={one.name} isQuiet />
                  <span className="ml-1.5">
                    <Chip>{planCategories[one.category]}</Chip>
                  </span>
                </RowHead>
                <td className={cells.value}>{formatCount(one.count)}</td>
                <td className={cells.value}>{formatPercent(one.share)}</td>
                <td className={cells.value}>{formatCount(one.prevCount)}</td>
                <td className={cells.value}>{one.diff === null ? '–' : formatDifference(one.diff)}</td>
                {hasMoney && (
                  <>
                    <td className={cells.value}>{formatYen(one.fee)}</td>
                    <td className={cells.value}>{formatYen(one.mrr)}</td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" className={cells.totalRow}>
                合計
              </th>
              <td className={cells.total}>{formatCount(stats.total)}</td>
              <td className={cells.total}>{stats.total ? formatPercent(1) : '–'}</td>
              <td className={cells.total}>{formatCount(stats.prevTotal)}</td>
              <td className={cells.total}>
                {stats.total === null || stats.prevTotal === null
                  ? '–'
                  : formatDifference(stats.total - stats.prevTotal)}
              </td>
              {hasMoney && (
                <>
                  <td className={cells.total}>{formatYen(stats.total ? fees / stats.total : null)}</td>
                  <td className={cells.total}>{formatYen(fees)}</td>
                </>
              )}
            </tr>
          </tfoot>
        </ScrollTable>
      </CardContent>
    </Card>
  )
}

export function OptionTable({ stats }: { stats: MemberPlan }) {
  const hasMoney = stats.fees !== undefined
  return (
    <Card>
      <CardHeader>
        <CardTitle className="flex items-center gap-1">
          オプション
          <InfoTip
            label="オプション"
            text="月の終わりに有効なオプションの契約がある会員。1名が複数のオプションを持つことがあり、プランの合計には含みません。"
          />
        </CardTitle>
      </CardHeader>
      <CardContent>
        <ScrollTable caption="オプションごとの会員">
          <TableHead
            rows="オプション"
            columns={[
              { label: '人数' },
              { label: '前月末' },
              { label: '増減' },
              ...(hasMoney ? [{ label: '月会費の合計' }] : []),
            ]}
          />
          <tbody>
            {stats.options.map((one) => (
              <tr key={one.code}>
                <RowHead>{one.name}</RowHead>
                <td className={cells.value}>{formatCount(one.count)}</td>
                <td className={cells.value}>{formatCount(one.prevCount)}</td>
                <td className={cells.value}>{one.diff === null ? '–' : formatDifference(one.diff)}</td>
                {hasMoney && <td className={cells.value}>{formatYen(one.mrr)}</td>}
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      </CardContent>
    </Card>
  )
}

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
  const countOf = (one: string, other: string) => transitions.find((t) => t.from === one && t.to === other)?.count
  const period = formatMonth(`${requestInfo.year}-${String(requestInfo.month).padStart(2, '0')}`)
  return (
    <Card className="min-w-0">
      <CardHeader>
        <CardTitle className="flex items-center gap-1">
          プランの変更
          <InfoTip
            label="プランの変更"
            text="前月末とこの月の終わりの両方に会員だった方のうち、プランが変わった人数。休会と休会からの復帰を含みます。月の途中で戻った変更は含みません。"
          />
        </CardTitle>
      </CardHeader>
      <CardContent>
        {transitions.length === 0 ? (
          <p className="py-4 text-sm text-muted-foreground">{period}に変更した会員はいません。</p>
        ) : (
          <ScrollTable caption={`${period}のプランの変更（左が変更前、上が変更後、名）`} isDense>
            <TableHead
              rows="変更前 ＼ 変更後"
              columns={[...to.map(([code]) => ({ label: nameOf(code) })), { label: '計' }]}
            />
            <tbody>
              {from.map(([code, sum]) => (
                <tr key={code}>
                  <RowHead>{nameOf(code)}</RowHead>
                  {to.map(([other]) => (
                    <td key={other} className={cells.value}>
                      {countOf(code, other) === undefined ? '' : formatCount(countOf(code, other))}
                    </td>
                  ))}
                  <td className={cells.value}>{formatCount(sum)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" className={cells.totalRow}>
                  計
                </th>
                {to.map(([code, sum]) => (
                  <td key={code} className={cells.total}>
                    {formatCount(sum)}
                  </td>
                ))}
                <td className={cells.total}>{formatCount(from.reduce((all, [, sum]) => all + sum, 0))}</td>
              </tr>
            </tfoot>
          </ScrollTable>
        )}
      </CardContent>
    </Card>
  )
}
