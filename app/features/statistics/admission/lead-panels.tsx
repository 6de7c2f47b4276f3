import type { Admission } from '#contract/report-admission.ts'
import { joinDays, ledBy } from '#contract/words/admission.ts'
import { leadKinds } from '#contract/words/report.ts'
import { FigureTable } from '~/components/report/figure-table'
import { formatCount, formatPercent } from '~/lib/format'
import { ChartPanel } from '../chart-panel'
import { inPeople, interval, notYet, type PanelProps, rateColumns } from './panel-parts'

const leadsDefinition = `見学は${joinDays.tour}日以内、体験は${joinDays.trial}日以内（当日を含みます）に在籍が始まると入会に数えます。体験の率は体験入会率です。「期限前」は、入会前で、この日数が残っている件数です。率はこれから上がることがあります。両方をした人は、どちらの行にも入ります。見学や体験の記録に会員がつくのは入会したあとなので、見学から体験に進んだ割合はわかりません。記録のない日があるときは、件数と対象が異なります。${interval}`

/** 見学 and 体験, each with those who joined. */
export function LeadsPanel({ stats: { leads } }: PanelProps) {
  return (
    <ChartPanel
      title="見学・体験からの入会"
      definition={leadsDefinition}
      unit="件"
      empty={leads.every(({ count }) => count === null) && '見学・体験のデータがない期間です。'}
      chart={{
        label: '見学と体験のうち、入会した件数、期限前の件数、それ以外の件数',
        points: leads.map(({ kind, joined, open }) => ({
          key: kind,
          label: leadKinds[kind],
          values: {
            joined: joined.count,
            open,
            others: joined.of === null ? null : joined.of - (joined.count ?? 0) - (open ?? 0),
          },
          note: joined.rate === null ? '' : `入会率 ${formatPercent(joined.rate)}`,
        })),
        series: [
          { key: 'joined', label: '入会', as: 'bar', tone: 1, stack: 'leads' },
          { key: 'open', label: '期限前', as: 'bar', tone: 'bar-hatched', stack: 'leads' },
          { key: 'others', label: '入会していない', as: 'bar', tone: 'bar-quiet', stack: 'leads' },
        ],
        format: (value) => `${formatCount(value)}件`,
        formatMark: formatCount,
        isSideways: true,
        labelWidth: 60,
        height: 130,
      }}
      table={<LeadsTable leads={leads} />}
    >
      <div className="mt-3">
        <LeadsTable leads={leads} />
      </div>
    </ChartPanel>
  )
}

const LeadsTable = ({ leads }: Pick<Admission, 'leads'>) => (
  <FigureTable
    caption="見学と体験ごとの入会"
    isDense
    head="種類"
    rows={leads}
    keyOf={({ kind }) => kind}
    nameOf={({ kind }) => `${leadKinds[kind]}（${joinDays[kind]}日以内）`}
    columns={[
      { label: '件数', value: ({ count }) => formatCount(count) },
      { label: '入会', value: ({ joined }) => formatCount(joined.count) },
      { label: '期限前', value: ({ open }) => formatCount(open) },
      ...rateColumns<Admission['leads'][number]>('入会率', ({ joined }) => joined),
    ]}
  />
)

/** What came before the admissions, and how many stayed. */
export function LedPanel({ stats: { admissionsByLead, leads, summary, stayed } }: PanelProps) {
  const groups = admissionsByLead?.filter(({ ledBy: by, count }) => by !== 'unknown' || count > 0)
  return (
    <ChartPanel
      title="入会前の見学・体験と、3か月後"
      definition={`入会日の前の${joinDays.tour}日以内に見学、または${joinDays.trial}日以内に体験をした会員（ほかの店舗での見学・体験を含みます）と、どちらもしていない会員。合計は入会と一致します。「不明」は、入会前の${joinDays.tour}日に見学・体験のデータがない会員です。「3か月後も在籍」は、入会から3か月がたった会員のうち、在籍を続けた割合です。`}
      unit="名"
      empty={
        groups === undefined
          ? leads.every(({ count }) => count === null)
            ? '見学・体験のデータがない期間です。'
            : notYet
          : summary.admissions === 0 && '入会はありません。'
      }
      chart={{
        label: '入会前の見学・体験ごとの入会の人数',
        points: (groups ?? []).map((one) => ({
          key: one.ledBy,
          label: ledBy[one.ledBy],
          values: { count: one.count },
        })),
        series: [{ key: 'count', label: '入会', as: 'bar', tone: 1 }],
        format: inPeople,
        formatMark: formatCount,
        isSideways: true,
        labelWidth: 150,
        height: 150,
      }}
      table={
        <FigureTable
          caption="入会前の見学・体験ごとの入会"
          head="入会前"
          rows={groups ?? []}
          keyOf={(one) => one.ledBy}
          nameOf={(one) => ledBy[one.ledBy]}
          columns={[
            { label: '入会', value: ({ count }) => formatCount(count), total: formatCount(summary.admissions) },
            {
              label: '構成比',
              value: ({ count }) => formatPercent(summary.admissions ? count / summary.admissions : null),
              total: formatPercent(summary.admissions ? 1 : null),
            },
          ]}
          total="合計"
        />
      }
    >
      {stayed.of !== null && (
        <p className="mt-3 text-sm">
          3か月後も在籍: 入会から3か月がたった{formatCount(stayed.of)}名のうち{formatCount(stayed.count)}名（
          {formatPercent(stayed.rate)}）
        </p>
      )}
    </ChartPanel>
  )
}
