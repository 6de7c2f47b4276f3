import type { MemberPlan } from '#contract/report-member-plan.ts'
import { feeMoves, filedChanges } from '#contract/words/groups.ts'
import { valuesOf } from '#contract/words/words.ts'
import { Waterfall } from '~/components/charts/waterfall'
import { FigureTable } from '~/components/report/figure-table'
import { Panel } from '~/components/report/panel'
import { ScrollBox } from '~/components/scroll-box'
import { formatMonth } from '~/lib/dates'
import { formatCount, formatDifference, formatYen } from '~/lib/format'
import { PicturePanel } from '../chart-panel'

interface FeesPanelProps {
  fees: NonNullable<MemberPlan['fees']>
  /** Of one shop. */
  hasTransfers: boolean
}

type Filed = MemberPlan['filed'][number]

const inThousands = (yen: number) => formatCount(Math.round(yen / 1000))

/** What moved the month's fees, kind by kind, adding up to the change. */
export function FeesPanel({ fees, hasTransfers }: FeesPanelProps) {
  const moves = fees.moves.map(({ kind, members, yen }) => ({
    name: feeMoves[kind],
    members,
    yen: formatDifference(yen, 0, '¥'),
  }))
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
    <PicturePanel
      title="会費の動き"
      unit={(asTable) => (asTable ? '円' : '千円')}
      definition={`前月末とこの月の終わりの契約の月会費を会員ごとに比べたもの。前月末の合計にすべてを足すと期末の合計になります。復会は以前に会員だった方の入会、復帰は休会からの復帰です。${hasTransfers ? '転入と転出は、ほかの店舗との間の移動です。' : '店舗間の移動は、会費が変わった分だけを増額・減額に含みます。'}`}
      picture={
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
      }
      table={
        <FigureTable
          caption="会費の動き"
          head="動き"
          rows={[{ name: '前月末', members: null, yen: formatYen(fees.opening) }, ...moves]}
          keyOf={({ name }) => name}
          nameOf={({ name }) => name}
          columns={[
            { label: '人数', value: ({ members }) => members !== null && `${formatCount(members)}名` },
            { label: '月会費', value: ({ yen }) => yen, total: formatYen(fees.closing) },
          ]}
          total="期末"
        />
      }
    />
  )
}

/** What contracts already say about the months to come. */
export function FiledPanel({ stats }: { stats: MemberPlan }) {
  return (
    <Panel
      title="確定している先"
      definition="データのある日より後に始まる入会と復帰、届け出のある休会と退会です。今後の申込や退会届は含みません。退会は退会日の月に数え、月会費はその契約の金額です。"
      empty={stats.filed.length === 0 && '届け出のある入会・休会・退会はありません。'}
    >
      <FigureTable
        caption="これからの月の入会・復帰・休会・退会"
        isDense
        head="月"
        rows={stats.filed}
        keyOf={({ month }) => month}
        nameOf={({ month }) => formatMonth(month)}
        columns={[
          ...valuesOf(filedChanges).map((kind) => ({
            label: filedChanges[kind],
            value: ({ changes }: Filed) => {
              const found = changes.find((one) => one.kind === kind)
              return found && `${formatCount(found.members)}名`
            },
          })),
          stats.fees !== undefined && {
            label: '月会費の増減',
            value: ({ changes }) =>
              formatDifference(
                changes.reduce((sum, { yen }) => sum + (yen ?? 0), 0),
                0,
                '¥',
              ),
          },
        ]}
      />
    </Panel>
  )
}
