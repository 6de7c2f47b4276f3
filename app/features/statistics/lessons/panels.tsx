import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Lessons, LessonsBySlot } from '#contract/report-lessons.ts'
import { lessonStandings } from '#contract/words/lessons.ts'
import { OnTimetable, StaffName } from '~/auth/record-links'
import { useCan } from '~/auth/session'
import { FigureTable } from '~/components/report/figure-table'
import { Panel } from '~/components/report/panel'
import { addDays, dayOfWeek, formatDate, shortDay } from '~/lib/dates'
import { formatCount, formatDecimal, formatPercent, formatRange, none } from '~/lib/format'
import { allShops } from '~/shop/selected-shop'
import { ChartPanel } from '../chart-panel'
import { slotName, staffName } from './names'

interface PanelProps {
  stats: Lessons
}

/** The fill of each week. */
export function WeeksPanel({ stats: { weeks, requestInfo } }: PanelProps) {
  const nameOf = ({ from, to }: Lessons['weeks'][number]) => `${formatDate(from)}〜${formatDate(to)}`
  return (
    <ChartPanel
      title="週ごとの予約枠稼働率"
      definition="月曜から日曜までの、使われた席 ÷ 定員。期間の初めと終わりの週は、期間の日だけを数えます。"
      axis={{ unit: 'day', shopId: requestInfo.shopId }}
      chart={{
        label: '週ごとの予約枠稼働率。数値は「表で見る」で確認できます。',
        points: weeks.map((week) => ({
          key: week.from,
          label: shortDay(week.from),
          name: nameOf(week),
          values: { fill: week.fill },
          note: week.held === null ? 'データがありません。' : `開催 ${formatCount(week.held)}回`,
        })),
        series: [{ key: 'fill', label: '予約枠稼働率', as: 'line', tone: 'line', showsEach: true }],
        format: formatPercent,
        max: 1,
      }}
      table={
        <FigureTable
          caption="週ごとの予約枠稼働率"
          head="週"
          rows={weeks}
          keyOf={({ from }) => from}
          nameOf={nameOf}
          columns={[
            { label: '開催（回）', value: ({ held }) => formatCount(held) },
            { label: '稼働率', value: ({ fill }) => formatPercent(fill) },
          ]}
        />
      }
    />
  )
}

type Row = Omit<LessonsBySlot, 'dow' | 'startsAt' | 'program'>

interface TableProps<One extends Row> {
  title: string
  /** What a row is. */
  row: string
  rows: readonly One[]
  keyOf: (one: One) => string
  nameOf: (one: One) => ReactNode
}

/** Rows by what is known of them: only those beyond chance have an order. */
function LessonTable<One extends Row>({ title, row, rows, keyOf, nameOf }: TableProps<One>) {
  const firsts = new Set(rows.filter((one, at) => one.standing !== rows[at - 1]?.standing))
  return (
    <Panel
      title={title}
      definition={`稼働率を、同じ店舗と月のすべてのレッスンの平均と比べます。1回のレッスンを1件とし、同じ枠の週どうしが似ることと、${row}の数を考えに入れて、偶然では説明できない差だけを「高い」「低い」に分けます。曜日や時間の違いを除いた実力ではありません。無断キャンセル率は同じ会員が毎週予約するため、判定していません。`}
    >
      <FigureTable
        caption={title}
        head={row}
        rows={rows}
        keyOf={keyOf}
        nameOf={nameOf}
        groupOf={(one) => (firsts.has(one) ? lessonStandings[one.standing] : undefined)}
        columns={[
          { label: '開催（回）', value: ({ held }) => formatCount(held) },
          { label: '稼働率', formula: '使われた席 ÷ 定員。', value: ({ fill }) => formatPercent(fill) },
          {
            label: '幅（95%）',
            formula: '同じ実力でも偶然に出る稼働率の範囲。回ごとのばらつきから計算します。',
            value: (one) => formatRange(one, formatPercent),
          },
          {
            label: '推定',
            formula: '回数が少なく、ばらつきが大きいほど平均に近づけた稼働率。',
            value: ({ shrunk }) => formatPercent(shrunk),
          },
          {
            label: 'キャンセル待ち（名/回）',
            formula: '席を取れなかった会員 ÷ 開催。かっこは待ちの出た回。',
            value: ({ waited, lessonsWaited, held }) =>
              waited === 0 ? none : `${formatDecimal(waited / held)}（${formatCount(lessonsWaited)}回）`,
          },
          {
            label: '無断キャンセル率',
            formula: '無断キャンセル ÷（出席 ＋ 無断キャンセル）。かっこは件数。',
            value: ({ noShow, noShowRate }) =>
              noShowRate === null ? none : `${formatPercent(noShowRate)}（${formatCount(noShow)}）`,
          },
          rows.some(({ members }) => members !== null) && {
            label: '出席した会員（名）',
            formula: '1回でも出席した会員。複数の店舗では表示しません。',
            value: ({ members }) => formatCount(members),
          },
        ]}
      />
    </Panel>
  )
}

export function ClassTable({ stats: { byClass, period, requestInfo } }: PanelProps) {
  const can = useCan()
  const shop = requestInfo.shopId ?? allShops
  return (
    <LessonTable
      title="クラスごとの稼働"
      row="クラス"
      rows={byClass ?? []}
      keyOf={({ program }) => program}
      nameOf={({ program }) =>
        can('reservation.read') && period ? (
          <Link
            to="/hacomono/reservations"
            search={{ shop, from: period.from, to: period.to, programName: program }}
            preload={false}
            className="underline-offset-4 hover:underline"
          >
            {program}
          </Link>
        ) : (
          program
        )
      }
    />
  )
}

/** The last such weekday of the days. */
const lastOn = (dow: number, to: string) => addDays(to, -((dayOfWeek(to) - dow + 7) % 7))

export const SlotTable = ({ stats: { bySlot, period, requestInfo } }: PanelProps) => (
  <LessonTable
    title="枠ごとの稼働"
    row="枠"
    rows={bySlot ?? []}
    keyOf={slotName}
    nameOf={(one) =>
      requestInfo.shopId !== null && period ? (
        <OnTimetable shopId={requestInfo.shopId} startAt={lastOn(one.dow, period.to)} isQuiet>
          {slotName(one)}
        </OnTimetable>
      ) : (
        slotName(one)
      )
    }
  />
)

export const StaffTable = ({ stats: { byStaff } }: PanelProps) => (
  <LessonTable
    title="担当者ごとの稼働"
    row="担当者"
    rows={byStaff ?? []}
    keyOf={({ staffId }) => staffId ?? 'none'}
    nameOf={(one) =>
      one.staffId === null ? (
        staffName(one)
      ) : (
        <StaffName staff={{ id: one.staffId, displayName: one.name }} nobody="不明" isQuiet />
      )
    }
  />
)
