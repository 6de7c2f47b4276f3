import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Lessons, LessonsBySlot } from '#contract/report-lessons.ts'
import { lessonStandings } from '#contract/words/lessons.ts'
import { OnTimetable, StaffName } from '~/auth/record-links'
import { FigureTable } from '~/components/report/figure-table'
import { Panel } from '~/components/report/panel'
import { addDays, dayOfWeek, formatDate, shortDay } from '~/lib/dates'
import { formatCount, formatDecimal, formatPercent, formatRange, none, wholePercent } from '~/lib/format'
import { allShops } from '~/shop/selected-shop'
import { ChartPanel } from '../chart-panel'
import { slotName } from './names'

/** The fill of each week. */
export function WeeksPanel({ stats: { weeks, requestInfo } }: { stats: Lessons }) {
  const nameOf = ({ from, to }: Lessons['weeks'][number]) => `${formatDate(from)}〜${formatDate(to)}`
  return (
    <ChartPanel
      title="週ごとの予約枠稼働率"
      definition="月曜から日曜までの、使われた席 ÷ 定員。期間の初めと終わりの週は、期間の日だけを数えます。"
      axis={{ unit: 'day', shopId: requestInfo.shopId }}
      chart={{
        label: '週ごとの予約枠稼働率。数値は「表で見る」で確認できます。',
        points: weeks.map((week) => ({
          ...{ key: week.from, label: shortDay(week.from), name: nameOf(week), values: { fill: week.fill } },
          note: week.held === null ? 'データがありません。' : `開催 ${formatCount(week.held)}回`,
        })),
        series: [{ key: 'fill', label: '予約枠稼働率', as: 'line', tone: 'line', showsEach: true }],
        format: formatPercent,
        formatMark: wholePercent,
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
  /** What a row is. */
  row: string
  rows: readonly One[] | null
  keyOf: (one: One) => string
  nameOf: (one: One) => ReactNode
}

/** Rows by what is known of them: only those beyond chance have an order. */
function LessonTable<One extends Row>({ row, rows, keyOf, nameOf }: TableProps<One>) {
  if (rows === null) return null
  const firsts = new Set(rows.filter(({ standing }, at) => standing !== rows[at - 1]?.standing))
  return (
    <Panel
      title={`${row}ごとの稼働`}
      definition={`稼働率を、同じ店舗と月のすべてのレッスンの平均と比べます。1回のレッスンを1件とし、同じ枠の週どうしが似ることと、${row}の数を考えに入れて、偶然では説明できない差だけを「高い」「低い」に分けます。曜日や時間の違いは除いていません。`}
    >
      <FigureTable
        caption={`${row}ごとの稼働`}
        isDense
        head={row}
        {...{ rows, keyOf, nameOf }}
        groupOf={(one) => (firsts.has(one) ? lessonStandings[one.standing] : undefined)}
        columns={[
          { label: '開催', value: ({ held }) => formatCount(held) },
          { label: '稼働率', formula: '使われた席 ÷ 定員。', value: ({ fill }) => formatPercent(fill) },
          {
            label: '幅（95%）',
            formula: '何も変わらなくても偶然に出る稼働率の範囲。回ごとのばらつきから計算します。',
            value: (one) => formatRange(one, formatPercent),
          },
          {
            label: '推定',
            isScreenOnly: true,
            formula: '回数が少なく、ばらつきが大きいほど平均に近づけた稼働率。',
            value: ({ shrunk }) => formatPercent(shrunk),
          },
          {
            label: '待ち（名/回）',
            formula: 'キャンセル待ちのまま席を取れなかった会員 ÷ 開催。かっこは待ちの出た回。',
            value: ({ waited, lessonsWaited, held }) =>
              waited === 0 ? none : `${formatDecimal(waited / held)}（${formatCount(lessonsWaited)}回）`,
          },
          {
            label: '無断キャンセル率',
            formula:
              '無断キャンセル ÷（出席 ＋ 無断キャンセル）。かっこは件数。同じ会員が毎週予約するため、差が偶然かどうかは判定していません。',
            value: ({ noShow, noShowRate }) =>
              noShowRate === null ? none : `${formatPercent(noShowRate)}（${formatCount(noShow)}件）`,
          },
          rows.some(({ members }) => members !== null) && {
            label: '会員（名）',
            isScreenOnly: true,
            formula: '1回でも出席した会員。1店舗のときに表示します。',
            value: ({ members }) => formatCount(members),
          },
        ]}
      />
    </Panel>
  )
}

/** By class, slot and instructor; from a name to its bookings, its day or its record. */
export function LessonTables({ stats: { byClass, bySlot, byStaff, period, requestInfo } }: { stats: Lessons }) {
  const { shopId } = requestInfo
  if (period === null) return null
  const bookings = { shop: shopId ?? allShops, from: period.from, to: period.to }
  const lastOn = (dow: number) => addDays(period.to, -((dayOfWeek(period.to) - dow + 7) % 7))
  const nameOfSlot = (one: LessonsBySlot) =>
    shopId === null ? (
      slotName(one)
    ) : (
      <OnTimetable shopId={shopId} startAt={lastOn(one.dow)} isQuiet>
        {slotName(one)}
      </OnTimetable>
    )
  return (
    <>
      <LessonTable
        row="クラス"
        rows={byClass}
        keyOf={({ program }) => program}
        nameOf={({ program: programName }) => (
          <Link
            to="/hacomono/reservations"
            search={{ ...bookings, programName }}
            preload={false}
            className="underline-offset-4 hover:underline"
          >
            {programName}
          </Link>
        )}
      />
      <LessonTable row="枠" rows={bySlot} keyOf={slotName} nameOf={nameOfSlot} />
      <LessonTable
        row="担当者"
        rows={byStaff}
        keyOf={({ staffId }) => staffId ?? 'none'}
        nameOf={({ staffId, name }) =>
          staffId === null ? '担当なし' : <StaffName staff={{ id: staffId, displayName: name }} nobody="不明" isQuiet />
        }
      />
    </>
  )
}
