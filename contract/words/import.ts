import { memberFields } from './fields/member.ts'
import { memberTicketFields } from './fields/member-facts.ts'
import { personNames } from './fields/person.ts'
import { staffFields } from './fields/staff.ts'
import type { ListWords } from './list.ts'
import type { ValueOf } from './words.ts'

/** What a file has rows of. */
export const importKinds = {
  member: '会員',
  contract: '契約',
  ticket: '保有チケット',
  visit: '来館',
  booking: '予約',
  sale: '売上',
  bill: '会費の請求',
  staff: 'スタッフ',
} as const
export type ImportKind = ValueOf<typeof importKinds>

/** Rows of a kind that are counted for the overview. */
export const mostCountedRows = 10_000

export const importStates = {
  uploading: '送信中',
  checking: '確認中',
  checked: '確認済み',
  /** Head office sees first what the check has found. */
  waiting: '本部の確認待ち',
  writing: '取り込み中',
  written: '取り込み済み',
  undoing: '取り消し中',
  undone: '取り消し済み',
  failed: '中止',
} as const
export type ImportState = ValueOf<typeof importStates>

export const importList = {
  sortKeys: ['createdAt', 'name'],
  defaultSort: '-createdAt',
  filters: { state: importStates },
} as const satisfies ListWords

/** What becomes of a row. */
export const importOutcomes = {
  created: '新規',
  changed: '変更',
  /** Of another source, whose values are kept. */
  kept: '元の値を残す',
  refused: '取り込めない',
  /** The member was changed between the check and the write. */
  stale: '確認後に変更',
  /** Of an earlier import that the file corrects, and no longer in the file: it stays. */
  missing: '消えた（残す）',
  /** No longer in the file that corrects its import, and a person has decided to take it back. */
  removed: '消えた（取り消す）',
} as const
export type ImportOutcome = ValueOf<typeof importOutcomes>

/** What becomes of rows with equal faults. */
export const faultActs = {
  value: '次の値にする',
  blank: '空欄にする',
  skip: '取り込まない',
} as const
export type FaultAct = ValueOf<typeof faultActs>

/** What a file that corrects an earlier import does with that one's rows. */
export const corrections = {
  replace: '置き換え、消えた行は残す',
  remove: '置き換え、消えた行を取り消す',
  add: '別の行として追加する',
} as const
export type CorrectionAnswer = ValueOf<typeof corrections>

/** What becomes of a written row when its import is taken back. */
export const undoOutcomes = {
  restored: '戻す',
  later: '後で変更されたため残す',
  used: '予約・売上などがあるため残す',
  impossible: '戻せない',
} as const
export type UndoOutcome = ValueOf<typeof undoOutcomes>

/** What became of a written row when its import was taken back. */
export const undoneOutcomes = {
  restored: '戻した',
  later: '後で変更されたため残した',
  used: '予約・売上などがあるため残した',
  impossible: '戻せなかった',
} as const satisfies Record<UndoOutcome, string>

/** What an empty cell does. */
export const blankRules = { keep: '変えない', clear: '消す' } as const
export type BlankRule = ValueOf<typeof blankRules>

/** What becomes of an earlier contract without an end when somebody's new one comes. */
export const previousContracts = {
  end: '前の契約を、新しい契約の開始日の前日で終える',
  both: '両方とも続いている',
} as const
export type PreviousContracts = ValueOf<typeof previousContracts>

/** Bytes of a part of a file. */
export const importPartBytes = 4_000_000
/** Bytes of a file: about 60,000 members with an address. */
export const importFileBytes = 20_000_000
/** Cells that can be mended on the screen. */
export const mostMendedCells = 200
/** Rows of a file of staff. */
export const mostStaffRows = 500
/** Days that a file, and the way back, are kept. */
export const importDays = 30

/** Columns of a file of members, as its template and the screen name them. */
export const memberColumnNames = {
  externalId: '提供元ID',
  memberNo: memberFields.memberNo,
  name: memberFields.name,
  lastName: personNames.lastName,
  firstName: personNames.firstName,
  kana: 'フリガナ',
  lastNameKana: personNames.lastNameKana,
  firstNameKana: personNames.firstNameKana,
  email: memberFields.email,
  representativeEmail: '代表メールアドレス',
  tel: memberFields.tel,
  gender: memberFields.gender,
  birthday: memberFields.birthday,
  zipCode: '郵便番号',
  prefecture: '都道府県',
  address1: memberFields.address,
  address2: '建物名',
  shop: memberFields.shop,
  joinedOn: memberFields.joinedOn,
  mailConsent: memberFields.mailConsent,
  mailConsentOn: memberFields.mailConsentOn,
  mailConsentSource: memberFields.mailConsentSource,
} as const
export type MemberColumn = keyof typeof memberColumnNames

/** The columns of the template, in its order. */
export const memberTemplate = [
  ...(['memberNo', 'lastName', 'firstName', 'lastNameKana', 'firstNameKana', 'gender', 'birthday', 'email'] as const),
  ...(['tel', 'zipCode', 'prefecture', 'address1', 'address2', 'shop', 'joinedOn'] as const),
  ...(['mailConsent', 'mailConsentOn', 'mailConsentSource'] as const),
]

/** Columns whose values staff can translate. */
export const translatedColumns = {
  shop: '店舗',
  gender: '性別',
  plan: 'プラン',
  /** Of a new plan, by its name. */
  planKind: 'プランの種類',
  leanBody: 'LEAN BODY',
  ticket: 'チケット',
  role: '権限',
  employmentType: staffFields.employmentType,
  paymentMethod: '支払方法',
  method: '支払方法',
  status: '状態',
  category: '区分',
  cancelReason: '退会理由',
  source: memberTicketFields.source,
  mailConsent: memberFields.mailConsent,
} as const
export type TranslatedColumn = keyof typeof translatedColumns

/** How a file is read before anybody has said anything else. */
export const firstAnswers = () => ({
  ...{ columns: {}, values: {}, blanks: 'keep' as BlankRule, overwrite: false },
  cells: [],
})
