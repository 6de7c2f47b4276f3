import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { birthdaysOf } from '#contract/birthday.ts'
import { phoneEnd, phonesOf } from '#contract/phone.ts'
import { tokyoDayOf } from '../lib/time.ts'

const oneOf = (value: SQLWrapper, texts: readonly string[]) =>
  sql`${value} in (${sql.join(
    texts.map((text) => sql`${text}`),
    sql`, `,
  )})`

/** Whether these digits (`phone_digits`) are the typed number or end in it; no condition for a text that is none. */
export function isPhone(digits: SQLWrapper, typed: string): SQL | undefined {
  const phones = phonesOf(typed)
  const [phone] = phones
  if (phone === undefined) return undefined
  return oneOf(phone.length === phoneEnd ? sql`right(${digits}, ${phoneEnd})` : digits, phones)
}

/** Whether a day is a birthday that the typed text may mean; no condition for a text that is none. */
export function isBirthday(day: SQLWrapper, typed: string, now: Date): SQL | undefined {
  const birthdays = birthdaysOf(typed, tokyoDayOf(now))
  return birthdays.length === 0 ? undefined : oneOf(day, birthdays)
}
