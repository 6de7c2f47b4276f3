import { publicationStatuses } from './common.ts'
import type { ListWords } from './list.ts'
import type { ValueOf } from './words.ts'

/** What a mail is by law: 業務連絡 goes to whom it concerns, the other two only to those who agreed (特定電子メール法). */
export const mailCategories = { transactional: '業務連絡', marketing: '広告宣伝', followUp: 'フォロー' } as const
export type MailCategory = ValueOf<typeof mailCategories>

/** Whether a mail of this kind wants the receiver's consent, and says in its footer who sends it and how it ends. */
export const wantsConsent = (category: MailCategory) => category !== 'transactional'

/** On what a mail rests: the receiver's consent, or that it is about their contract. */
export const consentBases = { consent: '配信同意', business: '業務連絡' } as const

/** What staff put into a text, in `{{…}}`; each is another text for each member. */
export const mailVariables = {
  会員氏名: '会員の氏名',
  店舗名: '会員の所属店舗',
  最終来館日: '会員の最終来館日',
  プラン名: '会員のプラン',
  チケット残数: '会員が使えるチケットの枚数',
  配信停止URL: '配信停止のページのアドレス',
} as const
export type MailVariable = keyof typeof mailVariables

export const mailStatuses = {
  scheduled: '送信予定',
  sending: '送信中',
  sent: '送信済',
  partial: '一部未達',
  failed: '失敗',
  cancelled: '取消',
} as const

/** Why somebody who was chosen gets no mail; of several reasons the first in this order. */
export const exclusionReasons = {
  removed: '手動で除外',
  noAddress: 'アドレスなし',
  bounced: '不達アドレス',
  noConsent: '配信同意なし',
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

/** A mail goes no sooner than this after it was confirmed: until then it is called back whole. */
export const secondsToCallBack = 60
/** A time to send at lies this far ahead. */
export const leastMinutesAhead = 5
export const mostDaysAhead = 90
/** In Tokyo's hours: from the first until the second members sleep. */
export const quietHours = { from: 21, until: 8 } as const
/** Mails that ask for consent, for each shop and calendar month. */
export const shopQuota = 5_000
/** How many people level3 writes to at once. */
export const mostOfShopManager = 500
export const tooManyAtOnce = `一度に送信できるのは${mostOfShopManager}名までです。宛先を絞り込んでください。`
/** Why a shop's month does not take so many letters more; `month` as in 今月. */
export const overQuota = (
  { shopName, used, limit }: { shopName: string; used: number; limit: number },
  month: string,
) =>
  `${shopName}の${month}の上限（${limit.toLocaleString('ja-JP')}通）を超えます。${month}はあと${Math.max(0, limit - used).toLocaleString('ja-JP')}通送信できます。`
/** Days after a mail within which who comes counts as having come back. */
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
