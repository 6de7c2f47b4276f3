import { z } from 'zod'
import { zDate, zId, zRate, zWord } from './common.ts'
import { reportHead, zCount } from './report-head.ts'
import { reportPeriod } from './report-period.ts'
import { lessonStandings } from './words/lessons.ts'

/** What is counted of lessons, in a group of them. */
const lessonCounts = {
  held: z.int(),
  capacity: z.int(),
  /** As 予約枠稼働率 counts them. */
  seatsUsed: z.int(),
  /** Bookings of those who came, and of those who did not and had not cancelled. */
  attended: z.int(),
  noShow: z.int(),
  /** noShow ÷ (attended + noShow). */
  noShowRate: zRate,
  /** People on the waiting list who got no seat. */
  waited: z.int(),
  /** Lessons with such people. */
  lessonsWaited: z.int(),
}

/** A class, a slot or an instructor. Its fill is compared with that of all lessons of the same shops and months. */
const lessonRow = {
  ...lessonCounts,
  /** seatsUsed ÷ capacity, and its 95 % interval by lesson; no interval where `standing` is open or few. */
  fill: zRate,
  low: zRate,
  high: zRate,
  /** The fill of all lessons of the same shops and months, for as many seats. */
  average: zRate,
  /** The fill as it is expected to be, nearer to the average the less is known; null where it has no interval. */
  shrunk: zRate,
  standing: zWord(lessonStandings),
  /** Members who came to one of its lessons, each once; null of several shops. */
  members: zCount,
}

export const LessonsByClass = z.strictObject({ program: z.string(), ...lessonRow })
export type LessonsByClass = z.output<typeof LessonsByClass>

export const LessonsBySlot = z.strictObject({
  /** 0 = Sunday. */
  dow: z.int().min(0).max(6),
  /** HH:MM; of several shops HH. */
  startsAt: z.string(),
  /** Null of several shops. */
  program: z.string().nullable(),
  ...lessonRow,
})
export type LessonsBySlot = z.output<typeof LessonsBySlot>

export const LessonsByStaff = z.strictObject({
  /** Null: nobody known. */
  staffId: zId.nullable(),
  /** Null where it is not known, too. */
  name: z.string().nullable(),
  ...lessonRow,
})
export type LessonsByStaff = z.output<typeof LessonsByStaff>

/** A period of the desk: null where no bookings of it are known. */
const desk = {
  held: zCount,
  capacity: zCount,
  seatsUsed: zCount,
  /** 予約枠稼働率. */
  fill: zRate,
  attended: zCount,
  noShow: zCount,
  /** 無断キャンセル率, with bookings of no class (自由枠). */
  noShowRate: zRate,
}

export const Lessons = z.strictObject({
  requestInfo: z.strictObject({ shopId: zId.nullable(), year: z.int(), month: z.int(), months: z.int() }),
  ...reportHead,
  /** The counted days, up to the data date; null before the data. */
  period: z.strictObject({ from: zDate, to: zDate }).nullable(),
  summary: z.strictObject({
    ...desk,
    waited: zCount,
    lessonsWaited: zCount,
    /** Members who came to a lesson, each once; null of several shops. */
    members: zCount,
    /** As many months before, while the last one is open to the same day; null where not all days of both are known. */
    prev: z.strictObject({ from: zDate, to: zDate, ...desk }),
  }),
  /** Whether enough is known to tell differences from chance: months of the same lessons. */
  isJudged: z.boolean(),
  /** In the order of their standing; those beyond chance by what is expected of them. Null where nothing is known. */
  byClass: z.array(LessonsByClass).nullable(),
  bySlot: z.array(LessonsBySlot).nullable(),
  byStaff: z.array(LessonsByStaff).nullable(),
  /** Weeks from Monday, of the days of the period. */
  weeks: z.array(z.strictObject({ from: zDate, to: zDate, held: zCount, fill: zRate })),
})
export type Lessons = z.output<typeof Lessons>

export const lessonsInput = {
  shopId: reportPeriod.shopId,
  year: reportPeriod.year,
  month: reportPeriod.month,
  /** The month, and those before it. */
  months: z.int().min(1).max(12).default(3),
}
