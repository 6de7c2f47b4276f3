import { contractKinds } from './member.ts'
import { contractPaymentStatuses, paymentMethods, paymentStatuses } from './member-record.ts'
import { salesCategories } from './report.ts'
import { reservationStatuses } from './shop-reservation.ts'
import type { ValueOf, Words } from './words.ts'

/** Why a run was begun. */
export const syncKinds = {
  manual: '手動',
  night: '夜間',
  day: '日中',
  folder: 'CSVファイル',
  merge: '突き合わせの反映',
} as const

export const syncStates = {
  running: '実行中',
  stopping: '停止処理中',
  stopped: '停止中',
  done: '完了',
  partial: '部分成功',
  failed: '失敗',
} as const
export type SyncState = ValueOf<typeof syncStates>

export const syncPartStates = {
  waiting: '待機中',
  running: '取得中',
  done: '完了',
  /** Read to its end, without some rows. */
  partial: '一部',
  failed: '失敗',
} as const

/** What becomes of a row of the club system. */
export const rowOutcomes = { written: '反映', skipped: '対象外', failed: '失敗' } as const

const { pending: _, ...saleStatuses } = paymentStatuses

/** Fields whose words people may have to translate, with what they may mean. */
export const translatedFields = {
  planKind: { label: 'プランの種類', words: contractKinds },
  paymentMethod: { label: '支払方法', words: paymentMethods },
  contractPayment: { label: '契約の支払状態', words: contractPaymentStatuses },
  bookingStatus: { label: '予約の状態', words: reservationStatuses },
  salesCategory: { label: '売上区分', words: salesCategories },
  salesStatus: { label: '売上の状態', words: saleStatuses },
} as const satisfies Record<string, { label: string; words: Words }>
export type TranslatedField = keyof typeof translatedFields

export const translatedFieldNames = Object.fromEntries(
  Object.entries(translatedFields).map(([field, { label }]) => [field, label]),
) as { [Field in TranslatedField]: (typeof translatedFields)[Field]['label'] }
