import { expect, test } from 'vitest'
import type { Lessons, LessonsBySlot } from '#contract/report-lessons.ts'
import { lessonsVerdict } from '../verdicts'

const slot = (startsAt: string, standing: LessonsBySlot['standing'], lessonsWaited = 0) =>
  ({ dow: 1, startsAt, program: 'ヨガ', standing, held: 12, lessonsWaited }) as LessonsBySlot
const verdictOf = (bySlot: LessonsBySlot[], isJudged = true) =>
  lessonsVerdict({ summary: { fill: 0.723 }, isJudged, byClass: [], bySlot, byStaff: [] } as unknown as Lessons)

test('the sentence names what is beyond chance, and where people wait in half of the lessons', () => {
  expect(
    verdictOf([slot('10:00', 'more', 6), slot('19:00', 'less'), slot('20:00', 'less'), slot('21:00', 'less')]),
  ).toBe(
    '予約枠稼働率は72.3%です。偶然の差を超えて高いのは月 10:00 ヨガ、低いのは月 19:00 ヨガ、月 20:00 ヨガほか1件です。月 10:00 ヨガは半分以上の回でキャンセル待ちが出ています。',
  )
})

test('where all differences are chance, or cannot be judged yet, it says so', () => {
  expect(verdictOf([slot('10:00', 'chance', 5)])).toBe(
    '予約枠稼働率は72.3%です。クラス、枠、担当者の差は偶然の範囲です。',
  )
  expect(verdictOf([slot('10:00', 'open')], false)).toContain('2か月以上続くと判定します')
})
