import { z } from 'zod'
import { saleStateWords } from '../../import/facts/sale-states.ts'
import { lineOf } from './values.ts'

// Assumption: words of the provider's rows are those of its screens and CSV exports. An unknown one stays as it came.

const kinds = { regular: ['通常', '月額'], suspension: ['休会'], option: ['オプション'] }
const methods = {
  card: ['クレジットカード', 'カード', 'クレジット'],
  bankTransfer: ['口座振替', '銀行振込'],
  cash: ['現金'],
  storeCard: ['店頭カード', '店頭クレジット', '電子マネー', 'QR決済'],
}
const { paid, unpaid, error } = saleStateWords
const bookingStates = {
  booked: ['予約済', '予約'],
  waitlisted: ['キャンセル待ち'],
  checkedIn: ['チェックイン', 'チェックイン済'],
  completed: ['受講済', '出席'],
  cancelled: ['キャンセル', 'キャンセル済'],
  lateCancelled: ['直前キャンセル', '当日キャンセル'],
  noShow: ['無断キャンセル', '欠席'],
}
const categories = {
  membershipFee: ['会費', '月会費'],
  admissionFee: ['入会金'],
  ticket: ['チケット'],
  personal: ['パーソナル'],
  product: ['物販'],
  option: ['オプション'],
  other: ['その他'],
}

const folded = (theirs: string) => theirs.normalize('NFKC').replaceAll(/\s/g, '')

/** Where words stand in rows, by our names of their keys. */
export const wordKeys: { [kind: string]: Record<string, string> } = {
  contracts: { 'plan.type': 'kinds', payment_method: 'methods', payment_status: 'paymentStates' },
  bookings: { status: 'bookingStates' },
  purchases: { payment_method: 'methods', status: 'saleStates', 'details.category': 'categories' },
}
const meanings: Record<string, Record<string, readonly string[]>> = {
  ...{ kinds, methods, bookingStates, categories, saleStates: saleStateWords, paymentStates: { paid, unpaid, error } },
}
export const isKnownWord = (of: string, theirs: string | number) =>
  Object.values(meanings[of] ?? {}).some((words) => words.includes(folded(String(theirs))))

const word = (words: Record<string, readonly string[]>) => {
  const ours = new Map(Object.entries(words).flatMap(([our, theirs]) => theirs.map((one) => [one, our] as const)))
  return z
    .union([z.string().transform(lineOf).pipe(z.string().min(1)), z.int().transform(String)])
    .transform((theirs) => ours.get(folded(theirs)) ?? theirs)
}

export const zPlanKind = word(kinds)
export const zMethod = word(methods)
export const zPaymentStatus = word({ paid, unpaid, error })
export const zSaleStatus = word(saleStateWords)
export const zBookingStatus = word(bookingStates)
export const zCategory = word(categories)
