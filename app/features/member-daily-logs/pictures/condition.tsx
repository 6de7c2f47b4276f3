import type { CSSProperties, ReactNode } from 'react'
import { painParts } from '#contract/words/daily-log.ts'
import { type Mood, moods } from '#contract/words/mood.ts'
import { todayInTokyo } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { ShareBars } from './amounts'
import { DayCalendar } from './day-calendar'
import { DayChart } from './day-chart'
import { DayTable } from './day-table'
import type { LogOf, LogsOf } from './logs'
import { slotsOf } from './period'
import { Legend, NoLogs, PicturePanel } from './picture-panel'
import { periodText } from './texts'
import { moodCounts, painCounts } from './totals'

type Condition = LogOf<'condition'>

/** The ratings of a day, and their range. */
const ratings = [
  { key: 'fatigue', label: '疲労', from: 0, to: 4, ends: '0 なし〜4 強い' },
  { key: 'sleepQuality', label: '睡眠の質', from: 1, to: 5, ends: '1 悪い〜5 良い' },
  { key: 'stress', label: 'ストレス', from: 0, to: 4, ends: '0 なし〜4 強い' },
] as const

/** Condition by day: moods, three ratings, pain. */
export function ConditionPictures({ days, from, to }: LogsOf<'condition'>) {
  const slots = slotsOf(days, from, to)
  const period = periodText(from, to)
  const logged = slots.filter(({ log }) => log !== null)
  if (logged.length === 0) return <NoLogs />
  const pains = painCounts(slots)
  const ratingTable = (some: readonly (typeof ratings)[number][], label: string) => (
    <DayTable
      label={`${period}の${label}`}
      slots={slots}
      columns={some.map(({ key, label }) => ({ label, cell: (log: Condition) => log[key] ?? '–' }))}
    />
  )
  // Placed below the lower of its neighbours.
  const isLong = slots.length > 42
  const pain = (
    <PicturePanel
      title="痛み・違和感"
      note="1日に複数の部位を数えます"
      table={
        <DayTable
          label={`${period}の痛み・違和感`}
          slots={slots}
          columns={[{ label: '部位', cell: (log) => partsText(log) ?? 'なし', isText: true }]}
        />
      }
    >
      {pains.length === 0 ? (
        <p className="text-sm text-muted-foreground">痛み・違和感の記録はありません。</p>
      ) : (
        <ShareBars
          label={`${period}に痛み・違和感のあった日数`}
          items={pains.map(({ part, days }) => ({
            ...{ key: part, label: painParts[part], share: days / logged.length },
            text: `${formatCount(days)}日`,
          }))}
        />
      )}
    </PicturePanel>
  )
  return (
    <div className="@container">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @min-[840px]:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <PicturePanel
            title="気分"
            note={`記録 ${formatCount(logged.length)}日／${formatCount(slots.length)}日`}
            table={
              <DayTable
                label={`${period}の気分`}
                slots={slots}
                columns={[
                  { label: '気分', cell: ({ mood }) => moods[mood], isText: true },
                  { label: '痛み・違和感', cell: (log) => partsText(log) ?? 'なし', isText: true },
                  { label: 'ひとこと', cell: ({ comment }) => comment ?? '–', isText: true },
                ]}
              />
            }
          >
            <Legend
              className="mb-2"
              items={moodCounts(slots).map(({ mood, days }) => ({
                label: `${moods[mood]} ${formatCount(days)}日`,
                mark: <MoodSwatch mood={mood} />,
              }))}
            />
            <DayCalendar
              label={`${period}の気分のカレンダー`}
              slots={slots}
              today={todayInTokyo()}
              look={({ mood }) => ({ mark: <MoodMark mood={mood} />, ...moodLooks[mood] })}
              sayDay={sayDay}
            />
          </PicturePanel>
          {!isLong && pain}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <PicturePanel title="疲労・睡眠の質・ストレス" table={ratingTable(ratings, '疲労・睡眠の質・ストレス')}>
            <div className="space-y-4">
              {ratings.map((rating) => {
                const { key, label, from, to, ends } = rating
                return (
                  <div key={key}>
                    <p className="mb-1 flex flex-wrap items-baseline gap-x-2 text-sm">
                      <span className="font-medium">{label}</span>
                      <span className="figures text-xs text-muted-foreground">{ends}</span>
                    </p>
                    <DayChart
                      rows={slots}
                      label={`${period}の${label}（${ends}）。数値は「表で見る」で確認できます。`}
                      height={136}
                      scale={{ min: from, max: to, ticks: Array.from({ length: to - from + 1 }, (_, at) => from + at) }}
                      format={String}
                      series={[{ key, label, as: 'line', tone: 'line', showsEach: true }]}
                      valuesOf={({ log }) => ({ [key]: log?.[key] ?? null })}
                      factsOf={({ log }) => (log === null || log[key] === null ? null : [[label, String(log[key])]])}
                      table={ratingTable([rating], label)}
                    />
                  </div>
                )
              })}
            </div>
          </PicturePanel>
          {isLong && pain}
        </div>
      </div>
    </div>
  )
}

const partsText = ({ painParts: parts }: Condition) =>
  parts.length === 0 ? null : parts.map((part) => painParts[part]).join('、')

function sayDay(log: Condition): string {
  const rated = ratings.flatMap(({ key, label }) => (log[key] === null ? [] : [`${label} ${log[key]}`]))
  const parts = partsText(log)
  return [moods[log.mood], ...rated, parts && `痛み・違和感 ${parts}`, log.comment].filter(Boolean).join(' ')
}

const tint = (share: number): CSSProperties => ({
  backgroundColor: `color-mix(in oklab, var(--chart-bar) ${share}%, var(--card))`,
})
/** Good days in shades of green, others in warning colours. */
const moodLooks: Record<Mood, { className?: string; style?: CSSProperties }> = {
  perfect: { style: tint(58) },
  happy: { style: tint(22) },
  lazy: { className: 'bg-warning-surface text-warning' },
  slump: { className: 'bg-danger-surface text-bad' },
}

/** ◎ ○ △ ×, so that a mood is readable without colour. */
const moodShapes: Record<Mood, ReactNode> = {
  perfect: (
    <>
      <circle cx="8" cy="8" r="6.4" />
      <circle cx="8" cy="8" r="2.8" />
    </>
  ),
  happy: <circle cx="8" cy="8" r="6" />,
  lazy: <path d="M8 2.4 14.4 13.4H1.6z" />,
  slump: <path d="m3 3 10 10M13 3 3 13" />,
}

const MoodMark = ({ mood }: { mood: Mood }) => (
  <svg
    viewBox="0 0 16 16"
    width="17"
    height="17"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.7"
    strokeLinejoin="round"
    strokeLinecap="round"
    aria-hidden
  >
    {moodShapes[mood]}
  </svg>
)

const MoodSwatch = ({ mood }: { mood: Mood }) => {
  const { className = 'text-foreground', style } = moodLooks[mood]
  return (
    <span
      style={style}
      className={`inline-flex size-5.5 items-center justify-center rounded-xs print:[print-color-adjust:exact] [&>svg]:size-3.5 ${className}`}
    >
      <MoodMark mood={mood} />
    </span>
  )
}
