import type { ReactNode } from 'react'
import type { Share } from '#contract/report-shops.ts'
import { absences, noCampaign } from '#contract/words/admission.ts'
import { cancelReasons } from '#contract/words/cancel-reason.ts'
import { ageBands } from '#contract/words/groups.ts'
import { joinRoutes } from '#contract/words/member.ts'
import { FigureTable } from '~/components/report/figure-table'
import { formatCount, formatPercent } from '~/lib/format'
import { ChartPanel } from '../chart-panel'
import { pointNames } from '../period'
import { MembersLink } from './members-link'
import { inPeople, interval, notYet, type PanelProps, rateColumns } from './panel-parts'

export function CoursePanel({ stats }: PanelProps) {
  const isMonths = stats.requestInfo.unit === 'month'
  const label = (date: string) => pointNames(date, stats.requestInfo.unit).label
  const counted = (date: string, figure: 'admissions' | 'withdrawals', count: number | null) =>
    isMonths && count && (figure === 'withdrawals' || stats.requestInfo.joinedBy === 'joined') ? (
      <MembersLink
        stats={stats}
        figure={figure}
        month={date.slice(0, 7)}
        name={`${label(date)}の${figure === 'admissions' ? '入会' : '退会'} ${formatCount(count)}名の内訳`}
      >
        {formatCount(count)}
      </MembersLink>
    ) : (
      formatCount(count)
    )
  return (
    <ChartPanel
      title="入会と退会の推移"
      axis={{ unit: stats.requestInfo.unit, shopId: stats.requestInfo.shopId }}
      definition="上が入会、下が退会です。退会は最終在籍日で数えます。"
      unit="名"
      chart={{
        label: `${isMonths ? '月' : '日'}ごとの入会と退会`,
        points: stats.series.map(({ date, admissions, withdrawals }) => ({
          key: date,
          label: label(date),
          values: { admissions, withdrawals: withdrawals === null ? null : -withdrawals },
        })),
        series: [
          { key: 'admissions', label: '入会', as: 'bar', tone: 1, stack: 'moves' },
          { key: 'withdrawals', label: '退会', as: 'bar', tone: 2, stack: 'moves' },
        ],
        format: (value) => inPeople(Math.abs(value)),
        formatMark: (value) => formatCount(Math.abs(value)),
        height: 260,
      }}
      table={
        <FigureTable
          caption="入会と退会の推移"
          isDense
          head={isMonths ? '月' : '日'}
          rows={stats.series}
          keyOf={({ date }) => date}
          nameOf={({ date }) => (isMonths ? date.slice(0, 7) : date).replaceAll('-', '/')}
          columns={[
            { label: '入会', value: ({ date, admissions }) => counted(date, 'admissions', admissions) },
            { label: '退会', value: ({ date, withdrawals }) => counted(date, 'withdrawals', withdrawals) },
          ]}
        />
      }
    />
  )
}

const early =
  '入会から3か月がたった会員のうち、3か月のうちに退会した割合。まだ3か月がたっていない会員は対象に含みません。'

interface Group {
  key: string
  label: string
  admissions: number
  early: Share
}

interface GroupPanelProps {
  title: string
  definition: string
  rows: string
  groups: readonly Group[] | null
}

/** Admissions by route or campaign, with who of them left early. */
function GroupPanel({ title, definition, rows, groups }: GroupPanelProps) {
  return (
    <ChartPanel
      title={title}
      definition={`${definition}早期退会率は、${early}${interval}`}
      unit="名"
      empty={groups === null ? notYet : groups.length === 0 && '入会はありません。'}
      chart={{
        label: `${title}の人数`,
        points: (groups ?? [])
          .slice(0, 8)
          .map(({ key, label, admissions }) => ({ key, label, values: { admissions } })),
        series: [{ key: 'admissions', label: '入会', as: 'bar', tone: 1 }],
        format: inPeople,
        isSideways: true,
        labelWidth: 130,
        height: 220,
      }}
      table={
        <FigureTable
          caption={title}
          isDense
          head={rows}
          rows={groups ?? []}
          keyOf={({ key }) => key}
          nameOf={({ label }) => label}
          columns={[
            { label: '入会', value: ({ admissions }) => formatCount(admissions) },
            ...rateColumns<Group>('早期退会率', (group) => group.early),
          ]}
        />
      }
    />
  )
}

export const RoutePanel = ({ stats }: PanelProps) => (
  <GroupPanel
    title="入会経路"
    definition="会員の入会経路ごとの入会。「不明」は記録のない会員です。"
    rows="経路"
    groups={
      stats.byRoute?.map(({ route, ...one }) => ({
        ...one,
        key: route,
        label: route === 'unknown' ? '不明' : joinRoutes[route],
      })) ?? null
    }
  />
)

export const CampaignPanel = ({ stats }: PanelProps) => (
  <GroupPanel
    title="キャンペーン"
    definition="会員の入会キャンペーンごとの入会。キャンペーンの記入がない会員は「キャンペーンなし」です。"
    rows="キャンペーン"
    groups={
      stats.byCampaign?.map(({ campaign, ...one }) => ({
        ...one,
        key: campaign ?? '',
        label: campaign ?? noCampaign,
      })) ?? null
    }
  />
)

/** Men to the left, women to the right. */
export function AgePanel({ stats }: PanelProps) {
  const bands = stats.byAgeGender?.toReversed() ?? []
  const hasNone = bands.some((one) => one.none > 0)
  return (
    <ChartPanel
      title="入会した会員の年代と性別"
      definition="年齢は、入会した月の1日のものです。性別が未設定の会員も表に含みます。"
      unit="名"
      empty={stats.byAgeGender === null && notYet}
      chart={{
        label: '年代ごとの入会。左が男性、右が女性です。',
        points: bands.map(({ band, male, female, none: unset }) => ({
          key: band,
          label: ageBands[band],
          values: { male: -male, female, none: unset },
        })),
        series: [
          { key: 'male', label: '男性', as: 'bar', tone: 1, stack: 'age' },
          { key: 'female', label: '女性', as: 'bar', tone: 2, stack: 'age' },
          ...(hasNone ? [{ key: 'none', label: '未設定', as: 'bar' as const, tone: 3 as const, stack: 'age' }] : []),
        ],
        format: (value) => inPeople(Math.abs(value)),
        formatMark: (value) => formatCount(Math.abs(value)),
        isSideways: true,
        labelWidth: 80,
        height: 260,
      }}
      table={
        <FigureTable
          caption="年代と性別ごとの入会"
          isDense
          head="年代"
          rows={bands}
          keyOf={({ band }) => band}
          nameOf={({ band }) => ageBands[band]}
          columns={[
            { label: '男性', value: ({ male }) => formatCount(male) },
            { label: '女性', value: ({ female }) => formatCount(female) },
            { label: '未設定', value: (one) => formatCount(one.none) },
          ]}
        />
      }
    />
  )
}

interface LeaversPanelProps {
  title: string
  definition: string
  rows: string
  groups: { key: string; label: string; count: number }[] | null
  unknown: string
  isSideways?: boolean
  children?: ReactNode
}

/** Those who left, by group, with their share. */
function LeaversPanel({ title, definition, rows, groups, unknown, isSideways, children }: LeaversPanelProps) {
  const total = (groups ?? []).reduce((sum, { count }) => sum + count, 0)
  return (
    <ChartPanel
      title={title}
      definition={definition}
      unit="名"
      empty={groups === null ? unknown : groups.every(({ count }) => count === 0) && '退会はありません。'}
      chart={{
        label: `${title}ごとの退会の人数`,
        points: (groups ?? []).map(({ key, label, count }) => ({ key, label, values: { count } })),
        series: [{ key: 'count', label: '退会', as: 'bar', tone: 2 }],
        format: inPeople,
        formatMark: formatCount,
        ...(isSideways && { isSideways, labelWidth: 130 }),
        height: 260,
      }}
      table={
        <FigureTable
          caption={title}
          head={rows}
          rows={groups ?? []}
          keyOf={({ key }) => key}
          nameOf={({ label }) => label}
          columns={[
            { label: '人数', value: ({ count }) => formatCount(count), total: formatCount(total) },
            {
              label: '構成比',
              value: ({ count }) => formatPercent(total ? count / total : null),
              total: formatPercent(total ? 1 : null),
            },
          ]}
          total="合計"
        />
      }
    >
      {children}
    </ChartPanel>
  )
}

export function ReasonPanel({ stats }: PanelProps) {
  const count = stats.summary.withdrawals
  return (
    <LeaversPanel
      title="退会理由"
      definition="退会した会員の契約の退会理由。合計は退会と一致します。「不明」は記録のない退会です。"
      rows="理由"
      isSideways
      groups={
        stats.withdrawalReasons?.map(({ reason, count: people }) => ({
          key: reason,
          label: reason === 'unknown' ? '不明' : cancelReasons[reason],
          count: people,
        })) ?? null
      }
      unknown={count === null ? notYet : '退会理由は、会員を編集できる権限の人に表示します。'}
    >
      {Boolean(count) && (
        <p className="mt-3 text-sm print:hidden">
          <MembersLink stats={stats} figure="withdrawals" name={`${formatCount(count)}名の、退会した会員を見る`}>
            退会した会員を見る
          </MembersLink>
        </p>
      )}
    </LeaversPanel>
  )
}

const longestTenure = 24

export function TenurePanel({ stats }: PanelProps) {
  const rows = stats.withdrawalByTenure
  const of = (is: (months: number | null) => boolean) =>
    (rows ?? []).reduce((sum, { months, count }) => sum + (is(months) ? count : 0), 0)
  const unknown = of((months) => months === null)
  return (
    <LeaversPanel
      title="退会時の在籍期間"
      definition="入会日から退会日までの満月数。入会日が不明な会員は「不明」です。退会は入会から5〜6か月に多いことが知られています。"
      rows="月数"
      groups={
        rows && [
          ...Array.from({ length: longestTenure }, (_, month) => ({
            key: String(month),
            label: String(month),
            count: of((months) => months === month),
          })),
          {
            key: 'more',
            label: `${longestTenure}〜`,
            count: of((months) => months !== null && months >= longestTenure),
          },
          ...(unknown > 0 ? [{ key: 'unknown', label: '不明', count: unknown }] : []),
        ]
      }
      unknown={notYet}
    />
  )
}

export const AbsencePanel = ({ stats }: PanelProps) => (
  <LeaversPanel
    title="退会申請前の不来館日数"
    definition="最後の来館から退会申請日までの日数。ほかの店舗への来館も含みます。申請日の記録がない退会は「不明」です。"
    rows="日数"
    isSideways
    groups={
      stats.withdrawalByAbsence?.map(({ absence, count }) => ({ key: absence, label: absences[absence], count })) ??
      null
    }
    unknown="この期間は来館のデータがないため、わかりません。"
  />
)
