import { useState } from 'react'
import type { MemberPlan } from '#contract/report-member-plan.ts'
import { feeMoves, filedChanges } from '#contract/words/groups.ts'
import { valuesOf } from '#contract/words/words.ts'
import { Waterfall } from '~/components/charts/waterfall'
import { InfoTip } from '~/components/report/info-tip'
import { cells, ScrollTable, TableHead } from '~/components/report/scroll-table'
import { ViewSwitch } from '~/components/report/view-switch'
import { ScrollBox } from '~/components/scroll-box'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { formatMonth } from '~/lib/dates'
import { formatCount, formatDifference, formatYen } from '~/lib/format'

interface FeesPanelProps {
  fees: NonNullable<MemberPlan['fees']>
  /** Of one shop. */
  hasTransfers: boolean
}

const inThousands = (yen: number) => formatCount(Math.round(yen / 1000))

/** What moved the month's fees, kind by kind, adding up to the change. */
export function FeesPanel({ fees, hasTransfers }: FeesPanelProps) {
  const [asTable, setAsTable] = useState(false)
  const steps = [
    { label: '前月末', value: fees.opening, kind: 'total' as const },
    ...fees.moves
      .filter(({ yen }) => yen !== 0)
      .map(({ kind, yen }) => ({
        label: kind === 'resume' ? '復帰' : feeMoves[kind],
        value: Math.abs(yen),
        kind: yen > 0 ? ('in' as const) : ('out' as const),
      })),
    { label: '期末', value: fees.closing, kind: 'total' as const },
  ]
  return (
    <Card className="min-w-0">
      <CardHeader>
        <CardTitle className="flex items-center gap-1">
          会費の動き
          <span className="text-xs font-normal text-muted-foreground">（{asTable ? '円' : '千円'}）</span>
          <InfoTip
            label="会費の動き"
            text={`前月末とこの月の終わりの契約の月会費を会員ごとに比べたもの。前月末の合計にすべてを足すと期末の合計になります。復会は以前に会員だった方の入会、復帰は休会からの復帰です。${hasTransfers ? '転入と転出は、ほかの店舗との間の移動です。' : '店舗間の移動は、会費が変わった分だけを増額・減額に含みます。'}`}
          />
        </CardTitle>
        <ViewSwitch asTable={asTable} onChange={setAsTable} />
      </CardHeader>
      <CardContent>
        {asTable ? (
          <ScrollTable caption="会費の動き">
            <TableHead rows="動き" columns={[{ label: '人数' }, { label: '月会費' }]} />
            <tbody>
              <tr>
                <th scope="row" className={cells.row}>
                  前月末
                </th>
                <td className={cells.value} />
                <td className={cells.value}>{formatYen(fees.opening)}</td>
              </tr>
              {fees.moves.map(({ kind, members, yen }) => (
                <tr key={kind}>
                  <th scope="row" className={cells.row}>
                    {feeMoves[kind]}
                  </th>
                  <td className={cells.value}>{formatCount(members)}名</td>
                  <td className={cells.value}>{formatDifference(yen, 0, '¥')}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" className={cells.totalRow}>
                  期末
                </th>
                <td className={cells.total} />
                <td className={cells.total}>{formatYen(fees.closing)}</td>
              </tr>
            </tfoot>
          </ScrollTable>
        ) : (
          <>
            {/* Nine bars need their room. */}
            <ScrollBox label="会費の動きの図">
              <div className="min-w-130">
                <Waterfall
                  steps={steps}
                  format={inThousands}
                  label="前月末から期末までの月会費の動き。金額は「表で見る」で確認できます。"
                />
              </div>
            </ScrollBox>
            <p className="pt-2 text-xs text-muted-foreground">合計の棒は下を省略しています。</p>
          </>
        )}
      </CardContent>
    </Card>
  )
}

/** What contracts already say about the months to come. */
export function FiledPanel({ stats }: { stats: MemberPlan }) {
  const hasMoney = stats.fees !== undefined
  const kinds = valuesOf(filedChanges)
  return (
    <Card className="min-w-0">
      <CardHeader>
        <CardTitle className="flex items-center gap-1">
          確定している先
          <InfoTip
            label="確定している先"
            text="データのある日より後に始まる入会と復帰、届け出のある休会と退会です。今後の申込や退会届は含みません。退会は退会日の月に数え、月会費はその契約の金額です。"
          />
        </CardTitle>
      </CardHeader>
      <CardContent>
        {stats.filed.length === 0 ? (
          <p className="py-4 text-sm text-muted-foreground">届け出のある入会・休会・退会はありません。</p>
        ) : (
          <ScrollTable caption="これからの月の入会・復帰・休会・退会" isDense>
            <TableHead
              rows="月"
              columns={[
                ...kinds.map((kind) => ({ label: filedChanges[kind] })),
                ...(hasMoney ? [{ label: '月会費の増減' }] : []),
              ]}
            />
            <tbody>
              {stats.filed.map(({ month, changes }) => (
                <tr key={month}>
                  <th scope="row" className={cells.row}>
                    {formatMonth(month)}
                  </th>
                  {kinds.map((kind) => {
                    const found = changes.find((one) => one.kind === kind)
                    return (
                      <td key={kind} className={cells.value}>
                        {found ? `${formatCount(found.members)}名` : ''}
                      </td>
                    )
                  })}
                  {hasMoney && (
                    <td className={cells.value}>
                      {formatDifference(
                        changes.reduce((sum, { yen }) => sum + (yen ?? 0), 0),
                        0,
                        '¥',
                      )}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </ScrollTable>
        )}
      </CardContent>
    </Card>
  )
}
