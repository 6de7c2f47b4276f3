import { expect, test } from 'vitest'
import { birthdayText } from '#contract/birthday.ts'
import { phoneText } from '#contract/phone.ts'
import { zipText } from '~/lib/zip'
import { isMasked } from './contact'
import { comingText } from './labels'

test.each([
  ['09012345678', '090-1234-5678'],
  ['0312345678', '03-1234-5678'],
  ['0120123456', '0120-123-456'],
  ['08001234567', '0800-123-4567'],
  ['0451234567', '045-123-4567'],
  ['***-****-1234', '***-****-1234'],
])('the phone number %s is read as %s', (tel, read) => expect(phoneText(tel)).toBe(read))

test('a masked contact is recognised', () => {
  expect(isMasked('t***@example.jp')).toBe(true)
  expect(isMasked('taro@example.jp')).toBe(false)
})

test.each(['1600022', '160-0022'])('the postal code %s is read as 〒160-0022', (zip) =>
  expect(zipText(zip)).toBe('〒160-0022'),
)

test.each([
  ['1985-03-14', '1985年（昭和60年）3月14日'],
  ['1989-01-07', '1989年（昭和64年）1月7日'],
  ['1989-01-08', '1989年（平成元年）1月8日'],
  ['2019-04-30', '2019年（平成31年）4月30日'],
  ['2019-05-01', '2019年（令和元年）5月1日'],
  ['1926-12-24', '1926年（大正15年）12月24日'],
  ['1926-12-25', '1926年（昭和元年）12月25日'],
])('someone born on %s reads %s', (date, read) => expect(birthdayText(date)).toBe(read))

test('a coming change shows its day, with the year where it is not this one', () => {
  expect(comingText({ kind: 'cancel', on: '2026-12-31' }, '2026-11-21')).toBe('12/31 退会予定')
  expect(comingText({ kind: 'resume', on: '2027-02-01' }, '2026-11-21')).toBe('2027/2/1 復帰予定')
})
