import { expect, test } from 'vitest'
import { readTime } from '../values.ts'
import { readEnd, readFactDay, readMoment } from './values.ts'

const refused = { reason: expect.any(String) }

test.each<[string, string | null]>([
  ['7:05', '07:05:00'],
  ['１３：０５', '13:05:00'],
  ['13:05:09.75', '13:05:09'],
  ['13時05分', '13:05:00'],
  ['13時5分', '13:05:00'],
  ['13時', '13:00:00'],
  ['午後1:05', '13:05:00'],
  ['午前12:05', '00:05:00'],
  ['午後0時5分', '12:05:00'],
  ['7:05 PM', '19:05:00'],
  ['PM 7:05', '19:05:00'],
  ['12:05 am', '00:05:00'],
  ['13:05〜', '13:05:00'],
  ['25:30', null],
  ['24:00', null],
  ['13:5', null],
  ['13:65', null],
  ['午前13:05', null],
  ['13:05〜14:00', null],
  ['1305', null],
  ['昼', null],
])('the time %s is read right or refused', (cell, time) => {
  expect(readTime(cell)).toEqual(time === null ? refused : { value: time })
})

test.each<[string, string | null]>([
  ['2026/11/20', '2026-11-20T00:00:00+09:00'],
  ['2026/11/20(金) 10:05', '2026-11-20T10:05:00+09:00'],
  ['2026/11/20 午後1:05', '2026-11-20T13:05:00+09:00'],
  ['2026年11月20日13時05分', '2026-11-20T13:05:00+09:00'],
  ['R8.11.20 7:05 PM', '2026-11-20T19:05:00+09:00'],
  ['2026-11-20T10:05:00Z', '2026-11-20T19:05:00+09:00'],
  ['2026-11-20T20:05:00.000Z', '2026-11-21T05:05:00+09:00'],
  ['2026-11-20 10:05:00+09:00', '2026-11-20T10:05:00+09:00'],
  ['2026-11-20 10:05:00+00', '2026-11-20T19:05:00+09:00'],
  ['20261120100500', '2026-11-20T10:05:00+09:00'],
  ['2026/11/20 13:05〜', '2026-11-20T13:05:00+09:00'],
  ['2026/11/20 13:05-14:00', null],
  ['2026/11/20 25:30', null],
  ['2026/11/20 昼', null],
  ['2026/11/31 10:00', null],
])('the moment %s is never midnight by mistake', (cell, moment) => {
  expect(readMoment(cell)).toEqual(moment === null ? refused : { value: moment })
})

test('of a day a time is dropped, and nothing else', () => {
  expect(readFactDay('2026/11/20 午後1:05')).toEqual({ value: '2026-11-20' })
  expect(readFactDay('2026-11-20 00:00:00')).toEqual({ value: '2026-11-20' })
  expect(readFactDay('2026/11/20 頃')).toEqual(refused)
})

test('9999/12/31 is no end', () => {
  for (const cell of ['9999/12/31', '9999-12-31 00:00', '期限なし']) expect(readEnd(cell)).toEqual({ value: null })
  expect(readEnd('2027/3/31')).toEqual({ value: '2027-03-31' })
})
