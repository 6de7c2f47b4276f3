import type { ValueOf } from './words.ts'

export const genders = { male: '男性', female: '女性', none: '未設定' } as const
export type Gender = ValueOf<typeof genders>

/** The specification's rule: active exactly when the member has an active plan. */
export const memberStatuses = { active: '有効', waiting: '待機中' } as const

/** The specification's plan contract status. */
export const contractStatuses = { active: '契約中', waiting: '未契約', suspended: '休会中', cancel: '退会' } as const

/** A known future change of a contract. */
export const comingKinds = { start: '入会', suspension: '休会', resume: '復帰', cancel: '退会' } as const

export const joinRoutes = { tour: '見学', trial: '体験', referral: '紹介', rejoin: '復会', web: 'Web' } as const

export type JoinRoute = ValueOf<typeof joinRoutes>

/** The kind of a contract. */
export const contractKinds = { regular: '通常', suspension: '休会', option: 'オプション' } as const

/** A movement into or out of a shop. */
export const movements = { admission: '入会', transferIn: '転入', withdrawal: '退会', transferOut: '転出' } as const
export type Movement = ValueOf<typeof movements>

/** How the visits of a member changed from the window before to the one that ends on the day; the first that matches. */
export const visitClasses = {
  new: '新規',
  increase: '増加',
  stable: '横ばい',
  decrease: '減少',
  newlyDormant: '休眠化',
  dormant: '休眠',
  returned: '復帰',
} as const
export type VisitClass = ValueOf<typeof visitClasses>

/** 離脱リスク: a rule over visits and contracts, no forecast (docs/domain.md). */
export const risks = { high: '高', mid: '中', low: '低', new: '新規' } as const
export type Risk = ValueOf<typeof risks>

/** Facts of a member that the club system and files both bring. */
export const broughtFacts = {
  memberNo: '会員番号',
  name: '氏名',
  kana: 'フリガナ',
  email: 'メールアドレス',
  tel: '電話番号',
  gender: '性別',
  birthday: '生年月日',
  address: '住所',
  shop: '所属店舗',
  joinedOn: '入会日',
} as const
export type BroughtFact = keyof typeof broughtFacts
