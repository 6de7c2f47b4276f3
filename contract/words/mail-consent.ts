import type { ValueOf } from './words.ts'

/** What a member says of mails that require consent (特定電子メール法); the latest holds. */
export const mailConsentStates = {
  given: '同意',
  /** A no before there was any consent. */
  declined: '同意しない',
  /** A no after that, or by the link of a mail: only the member's own act gives consent anew. */
  withdrawn: '配信停止',
} as const
export type MailConsentState = ValueOf<typeof mailConsentStates>

/** Where staff can have been given it. */
export const deskSources = {
  applicationForm: '入会申込書',
  consentForm: '同意書',
  desk: '店頭での申し出',
  phone: '電話での申し出',
  website: 'Webの申込フォーム',
} as const
export type DeskSource = ValueOf<typeof deskSources>

export const mailConsentSources = {
  ...deskSources,
  file: 'ファイル',
  link: '会員本人（メールのリンク）',
} as const
export type MailConsentSource = ValueOf<typeof mailConsentSources>

/** What a cell of a file can mean. */
export const mailConsentAnswers = { given: '同意する', declined: '同意しない' } as const

/** Days that a link to consent works. */
export const consentLinkDays = 14
/** Days that the link of a 配信のお願い works, which nobody waits for, and which comes once. */
export const requestLinkDays = 60
/** Links at a member's request, to one member within a day. */
export const mostConsentLinks = 2

/** Why staff cannot record a consent after a 配信停止. */
export const consentIsTheMembers =
  '配信停止のあとは、会員本人だけがもう一度同意できます。会員から申し出があったときは、「同意の確認メールを送る」を使ってください。'
