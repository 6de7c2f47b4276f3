import { cancelReasons } from '#contract/words/cancel-reason.ts'
import { mailConsentStates } from '#contract/words/mail-consent.ts'
import { genders } from '#contract/words/member.ts'
import { paymentMethods, paymentStatuses } from '#contract/words/member-record.ts'
import { ticketSources } from '#contract/words/shop.ts'
import { reservationStatuses } from '#contract/words/shop-reservation.ts'
import { roleLevels } from '#contract/words/staff.ts'
import { employmentTypes } from '#contract/words/staff-record.ts'
import type { Words } from '#contract/words/words.ts'
import type { SaleLine } from './facts/rows.ts'

/** A value of a row's JSON as staff read it. */
export function shownValue(name: string, value: unknown, shopNames: ReadonlyMap<string, string>): string | null {
  if (value === null || value === undefined || value === '') return null
  if (name === 'shop_id' || name === 'main_shop_id') return shopNames.get(String(value)) ?? null
  if (name === 'shop_ids') return (value as string[]).map((id) => shopNames.get(id) ?? '').join('、')
  if (Array.isArray(value)) {
    return value.map(({ product, net }: SaleLine) => `${product} ${net.toLocaleString('ja-JP')}円`).join('、')
  }
  const text = String(value)
  const words = wordsOf[name]
  if (words) return words[text] ?? text
  return /^\d{4}-\d\d-\d\dT/.test(text) ? `${text.slice(0, 10).replaceAll('-', '/')} ${text.slice(11, 16)}` : text
}

/** Labels of the values of enumerations, by the name that the row's JSON has for them. */
const wordsOf: Readonly<Record<string, Words>> = {
  gender: genders,
  mail_consent: mailConsentStates,
  cancel_reason: cancelReasons,
  payment_method: paymentMethods,
  method: paymentMethods,
  source: ticketSources,
  role: roleLevels,
  employment_type: employmentTypes,
  /** Of bookings, sales and bills, whose values are distinct. */
  status: { ...reservationStatuses, ...paymentStatuses },
}
