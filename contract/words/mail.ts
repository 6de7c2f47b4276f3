import { publicationStatuses } from './common.ts'
import type { ListWords } from './list.ts'
import type { ValueOf } from './words.ts'

/**
 * The legal kind of a mail (特定電子メール法): 業務連絡 goes to everybody concerned, 広告宣伝 and フォロー only to those who
 * consented, 配信のお願い once to each member who has said nothing yet.
 */
export const mailCategories = {
  transactional: '業務連絡',
  marketing: '広告宣伝',
  followUp: 'フォロー',
  consentRequest: '配信のお願い',
} as const
export type MailCategory = ValueOf<typeof mailCategories>

/** Whether a mail of this kind requires the recipient's consent. */
export const wantsConsent = (category: MailCategory) => category === 'marketing' || category === 'followUp'

/** Whether it needs a complete sender and how to unsubscribe below its text, and counts for a shop's month. */
export const wantsSender = (category: MailCategory) => category !== 'transactional'

/** Why a mail that requires consent is refused where 会社情報 is incomplete. */
export const senderMissing =
  '業務連絡のほかのメールには、会社情報（名称・住所・問い合わせ先・差出人名）の登録が必要です（特定電子メール法）。'

/** The legal basis of a mail: the recipient's consent, their contract, or for 配信のお願い that they are a member. */
export const consentBases = { consent: '配信同意', business: '業務連絡', membership: '会員との取引関係' } as const

/** Variables in a text, as `{{…}}`; each is replaced per member. */
export const mailVariables = {
  会員氏名: '会員の氏名',
  店舗名: '会員の所属店舗',
  最終来館日: '会員の最終来館日',
  プラン名: '会員のプラン',
  チケット残数: '会員が使えるチケットの枚数',
  配信停止URL: '配信停止のページのアドレス',
} as const
/** What stands for a value that a member does not have; it reads well before です, でした and within brackets. */
export const withoutValue = { 最終来館日: '記録なし', プラン名: 'なし' } as const
export type MailVariable = keyof typeof mailVariables

export const mailStatuses = {
  scheduled: '送信予定',
  sending: '送信中',
  sent: '送信済',
  partial: '一部未達',
  failed: '失敗',
  cancelled: '取消',
} as const

/** Why a chosen member gets no mail; with several reasons the first in this order. */
export const exclusionReasons = {
  removed: '手動で除外',
  noAddress: 'アドレスなし',
  dummyAddress: 'ダミーのアドレス',
  bounced: '不達アドレス',
  noConsent: '配信同意なし',
  // The next four are of 配信のお願い alone.
  cancelled: '退会',
  answered: '回答済み',
  requested: '配信のお願い済み',
  addressChanged: 'アドレスの変更',
  /** Known from another shop: neither when nor what happened there is this shop's to read. */
  unreachable: '送れません',
  suspended: '休会中',
  sleeping: '休眠',
  duplicate: 'アドレス重複',
} as const
export type ExclusionReason = ValueOf<typeof exclusionReasons>

export const recipientStatuses = {
  waiting: '送信待ち',
  delivered: '送信済',
  bounced: '不達',
  failed: '失敗',
  cancelled: '取消',
  excluded: '除外',
} as const
export type RecipientStatus = ValueOf<typeof recipientStatuses>

/** Minimum delay after the confirmation, in which the whole mail can be cancelled. */
export const secondsToCallBack = 60
/** How far in the future a scheduled time must be. */
export const leastMinutesAhead = 5
export const mostDaysAhead = 90
/** Hours in Tokyo: no mails are sent at night, from the first until the second. */
export const quietHours = { from: 21, until: 8 } as const
/** Mails besides 業務連絡, per shop and calendar month. */
export const shopQuota = 5_000
/** Maximum recipients of level3 at once. */
export const mostOfShopManager = 500
export const tooManyAtOnce = `一度に送信できるのは${mostOfShopManager}名までです。宛先を絞り込んでください。`
/** The error when a shop's month has no room for so many letters; `month` as in 今月. */
export const overQuota = (
  { shopName, used, limit }: { shopName: string; used: number; limit: number },
  month: string,
) =>
  `${shopName}の${month}の上限（${limit.toLocaleString('ja-JP')}通）を超えます。${month}はあと${Math.max(0, limit - used).toLocaleString('ja-JP')}通送信できます。`
/** Years after a mail for which its pictures are shown; then its readers see their descriptions. */
export const yearsOfMailPictures = 2
/** Maximum bytes of a picture in a mail, as stored. */
export const maxMailPicture = 300_000
/** Days after a mail within which a visit counts as a return. */
export const effectDays = 28

export const mailTemplateList = {
  sortKeys: ['updatedAt', 'name', 'lastUsedAt', 'useCount'],
  defaultSort: '-updatedAt',
  filters: { category: mailCategories, status: publicationStatuses },
} as const satisfies ListWords

export const mailLogList = {
  sortKeys: ['sendAt', 'subject', 'total'],
  defaultSort: '-sendAt',
  filters: { status: mailStatuses, category: mailCategories, from: 'day', to: 'day' },
} as const satisfies ListWords

export const mailRecipientList = {
  sortKeys: ['name', 'status'],
  defaultSort: 'name',
  filters: { status: recipientStatuses, reason: exclusionReasons },
} as const satisfies ListWords
