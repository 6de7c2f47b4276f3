import { escapedHtml } from '#contract/mail-text.ts'
import { phoneText } from '#contract/phone.ts'
import { mostViewedADay } from '#contract/words/daily-log.ts'
import { mostAssignedADay } from '#contract/words/member-record.ts'
import type { InvitationKind } from '#contract/words/staff-record.ts'
import { unreadRemark } from '#contract/words/unread-sales.ts'
import { monthAndDay, toTokyoDateTime } from '../lib/time.ts'

/** A letter; HTML beside the text, for programs that show it. */
export interface Letter {
  subject: string
  text: string
  html: string
}

interface Addressed {
  displayName: string
  link: string
  expiresAt: Date
  /** Who has a link sent; null: nobody who is signed in. */
  sentBy: string | null
  /** As 会社情報 says; empty where it says nothing. */
  company: string
  /** The reader's shops, the main one first; empty for head office. */
  shops: readonly { name: string; tel: string }[]
}

/** `2026/01/05 14:05` in Tokyo. */
const formatDateTime = (instant: Date) => toTokyoDateTime(instant).slice(0, 16).replaceAll('-', '/').replace('T', ' ')

const signature = ['', '--', 'Karada Desk（カラダデスク）', 'このメールには返信できません。']

/** A letter as HTML, around what it says. */
const pageTo = (displayName: string, content: string) =>
  `<!doctype html><html lang="ja"><body style="font-family:sans-serif;line-height:1.8;color:#1c2b27">
<p>${escapedHtml(displayName)} 様</p>
${content}
<p style="font-size:12px;color:#5b6b66">Karada Desk（カラダデスク）<br>このメールには返信できません。</p>
</body></html>`

interface DigestLetter extends Pick<Addressed, 'displayName'> {
  from: string
  to: string
  findings: readonly { sentence: string; reason: string; link: string }[]
  /** Sales that are not counted; null: none. */
  unreadSales: { sales: number; yen: number } | null
  /** Days before these whose page could not be written; null: none. */
  missed: { from: string; to: string } | null
  /** Null: nothing comes regularly. */
  stopLink: string | null
  settings: string
}

/** 月曜の一枚: what was beyond chance, each with its reason and its report. */
export function digestLetter({
  displayName,
  from,
  to,
  findings,
  unreadSales,
  missed,
  stopLink,
  settings,
}: DigestLetter): Letter {
  const period = `${monthAndDay(from)}〜${monthAndDay(to)}`
  const intro =
    findings.length > 0
      ? `${period}に、偶然の範囲を超えた変化が${findings.length}件ありました。`
      : `${period}に、偶然の範囲を超えた変化はありませんでした。`
  const unread = unreadSales ? unreadRemark(unreadSales) : null
  const gap = missed
    ? `${monthAndDay(missed.from)}〜${monthAndDay(missed.to)}は、月曜の一枚をお送りできませんでした。その期間の変化は判断していません。`
    : null
  const about =
    'いつもの範囲は、それぞれの店舗の過去2年の数値と、休館日・祝日・月末月初から計算しています。変化がないときは送りません。'
  const text = [
    `${displayName} 様`,
    '',
    intro,
    ...findings.flatMap(({ sentence, reason, link }, at) => ['', `${at + 1}. ${sentence}${reason}`, link]),
    '',
    ...(gap ? [gap, ''] : []),
    ...(unread ? [unread] : []),
    about,
    ...(stopLink ? [`停止する: ${stopLink}`] : []),
    `設定: ${settings}`,
    ...signature,
  ].join('\n')
  const html = pageTo(
    displayName,
    `<p>${escapedHtml(intro)}</p>
${gap ? `<p>${escapedHtml(gap)}</p>` : ''}
${findings
  .map(
    ({ sentence, reason, link }) => `<div style="margin:16px 0;padding:12px 16px;border-left:4px solid #0f6b52">
<p style="margin:0"><strong>${escapedHtml(sentence)}</strong></p>
${reason && `<p style="margin:8px 0 0">${escapedHtml(reason)}</p>`}
<p style="margin:8px 0 0"><a href="${escapedHtml(link)}" style="color:#0f6b52">数値を見る</a></p>
</div>`,
  )
  .join('\n')}
<p style="font-size:12px;color:#5b6b66">${unread ? `${escapedHtml(unread)}<br>` : ''}${escapedHtml(about)}<br>
${stopLink ? `<a href="${escapedHtml(stopLink)}" style="color:#5b6b66">このメールを停止する</a>・` : ''}<a href="${escapedHtml(settings)}" style="color:#5b6b66">受け取る設定</a></p>`,
  )
  return { subject: `【Karada Desk】月曜の一枚（${period}）`, text, html }
}

function letterOf(
  subject: string,
  { displayName, link }: Pick<Addressed, 'displayName' | 'link'>,
  button: string,
  lines: string[],
): Letter {
  const text = [`${displayName} 様`, '', ...lines, '', link, ...signature].join('\n')
  const html = pageTo(
    displayName,
    `${lines.map((line) => `<p>${escapedHtml(line)}</p>`).join('\n')}
<p><a href="${escapedHtml(link)}" style="display:inline-block;padding:10px 20px;background:#0f6b52;color:#fff;text-decoration:none;border-radius:6px">${escapedHtml(button)}</a></p>
<p style="font-size:12px;color:#5b6b66">ボタンを押せない場合は、次のアドレスをブラウザーで開いてください。<br>${escapedHtml(link)}</p>`,
  )
  return { subject, text, html }
}

/** To new staff: who it is from, and the link to set their first password. */
const invitationLetter = ({ sentBy, company, shops: [shop, ...others], ...to }: Addressed) =>
  letterOf('【Karada Desk】スタッフ登録のご案内', to, 'パスワードを設定する', [
    `${sentBy ? `${sentBy}さんが、` : ''}あなたを${company && `${company}の`}スタッフとしてKarada Deskに登録しました。`,
    ...(shop
      ? [`店舗: ${shop.name}（電話 ${phoneText(shop.tel)}）${others.length > 0 ? `ほか${others.length}店舗` : ''}`]
      : []),
    '次のリンクを開いて、パスワードを設定してください。設定が終わると、そのままログインします。',
    `リンクは${formatDateTime(to.expiresAt)}まで、1度だけ使えます。お心当たりがない場合は、このメールを破棄してください。`,
  ])

/** To whoever requested a reset, whose address somebody typed, or to whom a colleague sends it. */
const passwordResetLetter = ({ sentBy, ...to }: Addressed) =>
  letterOf('【Karada Desk】パスワードの再設定', to, 'パスワードを再設定する', [
    `${sentBy === null ? 'パスワードの再設定を受け付けました' : `${sentBy}さんが、パスワードを再設定するリンクを送りました`}。次のリンクを開いて、新しいパスワードを設定してください。`,
    `リンクは${formatDateTime(to.expiresAt)}まで、1度だけ使えます。`,
    'お心当たりがない場合は、このメールを破棄してください。パスワードは変わりません。',
  ])

/** To the sender of a mail that the mail server kept refusing. */
export const mailStoppedLetter = ({
  subject,
  answer,
  ...to
}: Pick<Addressed, 'displayName' | 'link'> & { subject: string; answer: string }) =>
  letterOf('【Karada Desk】メールの送信を中止しました', to, '送信履歴を見る', [
    `メール「${subject}」は、メールサーバーに続けて同じ理由で受け付けられなかったため、残りの宛先への送信を中止しました。`,
    `メールサーバーの応答: ${answer}`,
    '会員のメールアドレスの問題ではありません。応答の内容をメールサーバーの管理者に確認してから、もう一度送信してください。',
  ])

/** To a new address: nothing changes until its link is opened. */
const addressProofLetter = (to: Addressed) =>
  letterOf('【Karada Desk】新しいメールアドレスの確認', to, 'このメールアドレスを確認する', [
    'Karada Deskにログインするメールアドレスを、このメールアドレスに変更する手続きがありました。',
    '次のリンクを開いて確認すると、変更されます。それまでは、これまでのメールアドレスでログインします。',
    `リンクは${formatDateTime(to.expiresAt)}まで、1度だけ使えます。お心当たりがない場合は、このメールを破棄してください。`,
  ])

/** To a person whose password somebody else has set. */
const passwordProofLetter = (to: Addressed) =>
  letterOf('【Karada Desk】設定されたパスワードの確認', to, 'パスワードを確認する', [
    'あなたのパスワードを、ほかのスタッフが設定しました。次のリンクで確認するまで、そのパスワードではログインできません。',
    `リンクは${formatDateTime(to.expiresAt)}まで、1度だけ使えます。過ぎた場合は、ログインするときに改めて送ります。`,
    'お心当たりがない場合は確認せず、ログイン画面の「パスワードを忘れた場合」から、ご自身で設定し直してください。',
  ])

/** The letter of each kind of link. */
export const linkLetters: Record<InvitationKind, (to: Addressed) => Letter> = {
  invitation: invitationLetter,
  passwordReset: passwordResetLetter,
  addressProof: addressProofLetter,
  passwordProof: passwordProofLetter,
}

/** To the present address. */
export const addressNoticeLetter = ({ next, ...to }: Pick<Addressed, 'displayName' | 'link'> & { next: string }) =>
  letterOf('【Karada Desk】メールアドレスの変更の手続きがありました', to, 'パスワードを設定し直す', [
    `ログインに使うメールアドレスを、${next} に変更する手続きがありました。新しいメールアドレスで確認されると、変更されます。`,
    'お心当たりがない場合は、すぐに管理者に連絡し、次のリンクからパスワードを設定し直してください。手続きは無効になります。',
  ])

/** To admins, once for each run that failed or left missing members to people, and once for a night from which nothing has come. */
export const syncLetters: Record<
  'syncFailed' | 'syncPartial' | 'syncSilent' | 'membersMissing',
  (about: Pick<Addressed, 'displayName' | 'link'> & { sentence: string }) => Letter
> = {
  syncFailed: ({ sentence, ...to }) =>
    letterOf('【Karada Desk】会員管理システムとの同期に失敗しました', to, '同期の状況を見る', [
      '会員管理システムからの取得が、途中で終わりました。',
      sentence,
    ]),
  syncPartial: ({ sentence, ...to }) =>
    letterOf('【Karada Desk】会員管理システムとの同期の一部に失敗しました', to, '同期の状況を見る', [
      '会員管理システムから、一部の項目を取得できませんでした。ほかの項目は反映しています。',
      sentence,
    ]),
  membersMissing: ({ sentence, ...to }) =>
    letterOf('【Karada Desk】会員管理システムから消えた会員がいます', to, '消えた会員を確認する', [
      `会員管理システムに見つからない会員、または取り込まないスタジオに移った会員が${sentence}います。退会・転出にせず、判断をお待ちしています。`,
      '会員管理システムの障害の場合は、復旧すると自動で元に戻ります。',
    ]),
  syncSilent: ({ sentence: _, ...to }) =>
    letterOf('【Karada Desk】会員管理システムから何も取得できていません', to, '同期の状況を見る', [
      '前回の夜間の同期の時刻（2時）から14時間以上、会員管理システムから何も取得できていません。画面の会員や予約は古い可能性があります。',
      '接続の状態と対応付けを確認してください。',
    ]),
}

type AboutStaff = Pick<Addressed, 'displayName' | 'link'> & { staffName: string; date: string }

/** To admins, on the same day; they do not say whose data it was. */
export const healthLetters: Record<'healthAccess' | 'manyAssigned', (about: AboutStaff) => Letter> = {
  healthAccess: ({ staffName, date, ...to }) =>
    letterOf('【Karada Desk】健康情報の閲覧が多いスタッフがいます', to, 'アクセス状況を見る', [
      `${slashed(date)}に、${staffName}さんが${mostViewedADay}名を超える会員の健康情報を閲覧しました。`,
      '業務で必要な閲覧かどうかを、アクセス状況で確認してください。',
    ]),
  manyAssigned: ({ staffName, date, ...to }) =>
    letterOf('【Karada Desk】1日に多くの会員の担当になったスタッフがいます', to, 'アクセス状況を見る', [
      `${slashed(date)}に、${staffName}さんが${mostAssignedADay}名を超える会員の担当トレーナーになりました。`,
      '担当トレーナーは、担当が承認されると、同意している会員の健康情報を見られます。業務で必要な担当かどうかを確認してください。',
    ]),
}

const slashed = (date: string) => date.replaceAll('-', '/')
