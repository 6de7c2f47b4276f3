import type { Lessons } from '#contract/report-lessons.ts'
import { UnknownDays } from '~/frame/report/unknown-days'
import { exportLessons } from '~/functions/report'
import { changeOf, formatCount, formatDecimal, formatDifference, formatPercent, none } from '~/lib/format'
import { useSelectedShop } from '~/shop/selected-shop'
import { ChanceLink } from '../chance/chance-link'
import { FigureCards, type ShownFigure } from '../figure-cards'
import { type PeriodSearch, periodSearch, type ScreenProps } from '../period'
import { StatisticsScreen } from '../statistics-screen'
import { lessonsVerdict } from '../verdicts'
import { LessonTables, WeeksPanel } from './panels'
import { fewestMonths, lessonsQuery, requestedLessons } from './queries'

/** How full lessons are, where people wait or do not come, and which of it is more than chance. */
export function LessonsScreen({ search, onSearchChange }: ScreenProps<PeriodSearch>) {
  const { shops } = useSelectedShop(search.shop)
  return (
    <StatisticsScreen
      report="lessons"
      {...{ search, onSearchChange }}
      read={periodSearch}
      query={(next) => lessonsQuery(requestedLessons(next, shops))}
      verdict={lessonsVerdict}
      daysOf={({ period }) => period}
      save={() => exportLessons({ data: requestedLessons(search, shops) })}
      hasLength
      shortest={fewestMonths}
      isToCome={({ period }) => period === null}
      whyEmpty={({ byClass }) =>
        byClass === null ? '予約のデータがない期間です。' : byClass.length === 0 && '開催したレッスンがない期間です。'
      }
    >
      {(stats) => (
        <>
          <UnknownDays reach={stats.reach} period={stats.period} kinds={['bookings']} />
          <FigureCards figures={cardsOf(stats)} />
          <WeeksPanel stats={stats} />
          <LessonTables stats={stats} />
          <ChanceLink />
        </>
      )}
    </StatisticsScreen>
  )
}

function cardsOf({ summary: { prev, ...now } }: Lessons): ShownFigure[] {
  // Without a colour: whether it is beyond chance is not judged.
  const points = (is: number | null, was: number | null) => {
    const change = changeOf(is, was)
    return change === null ? none : `${formatDifference(change * 100, 1)}pt`
  }
  const held = changeOf(now.held, prev.held)
  return [
    {
      label: '予約枠稼働率',
      definition:
        '使われた席 ÷ 定員。無断キャンセルの席と、直前キャンセルのあと埋まらなかった席も使われた席に数えます。',
      text: formatPercent(now.fill),
      lines: [{ label: '前の期間から', text: points(now.fill, prev.fill) }],
    },
    {
      label: '無断キャンセル率',
      definition: '無断キャンセル ÷（出席 ＋ 無断キャンセル）。自由枠の予約を含みます。',
      text: formatPercent(now.noShowRate),
      lines: [
        { label: '前の期間から', text: points(now.noShowRate, prev.noShowRate) },
        { label: '無断キャンセル', text: `${formatCount(now.noShow)}件` },
      ],
    },
    {
      label: 'キャンセル待ち',
      definition:
        'キャンセル待ちのまま席を取れなかった会員。レッスンごとに1名と数えます。順番が来て予約した会員と、待つのをやめた会員を含みません。',
      text: formatCount(now.waited),
      unit: '名',
      lines: [
        {
          label: '1回あたり',
          text: `${formatDecimal(now.held && now.waited !== null ? now.waited / now.held : null)}名`,
        },
        { label: '待ちの出た回', text: `${formatCount(now.lessonsWaited)}回` },
      ],
    },
    {
      label: '開催レッスン',
      definition: '期間に始まったレッスン（予約枠）の数。自由枠を含みません。',
      text: formatCount(now.held),
      unit: '回',
      lines: [
        { label: '前の期間から', text: held === null ? none : `${formatDifference(held)}回` },
        { label: '出席した会員', text: now.members === null ? none : `${formatCount(now.members)}名` },
      ],
    },
  ]
}
