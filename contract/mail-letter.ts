import { textOf, urlsEnded } from './mail-plain.ts'
import { escapedHtml, fillIn, hasUnsubscribeUrl } from './mail-text.ts'
import { phoneText } from './phone.ts'
import { type MailCategory, type MailVariable, wantsSender } from './words/mail.ts'
import { requestLinkDays } from './words/mail-consent.ts'

// Renders a mail. The API sends this, the browser shows it as the preview: one renderer, so that both are identical.

export interface LetterContent {
  category: MailCategory
  subject: string
  /** Sanitised HTML. */
  body: string
  /** Null: the name in 会社情報. */
  fromName: string | null
  /** A signature, above the legal footer. */
  footer: string | null
  /** Adds a line about tracking to the footer. */
  isTracked?: boolean | undefined
}

export type LetterValues = Partial<Record<MailVariable, string>>

/** Who writes, as 会社情報 says for a shop; empty where it says nothing. */
export interface MailSender {
  name: string
  address: string
  contact: string
  fromName: string
  /** The shop's telephone; empty for the chain. */
  tel: string
}

/** The recipient's shop, and who writes for it. */
export interface LetterShop {
  name: string
  sender: MailSender
}

interface LetterSender {
  shop: LetterShop
  /** Our site, which has the pictures: `https://desk.example.jp`. */
  appUrl: string
  /** The recipient's URL to unsubscribe from 広告宣伝 and フォロー. */
  unsubscribeUrl: string
  /** Who sends a 業務連絡, by display name; absent or null: a scenario. */
  sentBy?: string | null
  /** Of a 配信のお願い: the recipient's page to consent; without one that page without a link. */
  consentUrl?: string | null
  /** Only for a tracked mail that is really sent: the URL of the tracking image, and of each link, in order. */
  tracking?: { picture: string; linkTo: (at: number) => string } | undefined
}

export interface Letter {
  /** One line each, for the header. */
  subject: string
  fromName: string
  /** A complete HTML document. */
  html: string
  text: string
}

/** Control characters, other line breaks, and characters that change the text direction. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu

/** A value stays on its line, whatever characters it has. */
const oneLine = (text: string) => text.replaceAll(unprintable, ' ').trim()

/** Mail programs ignore style sheets, so each tag has inline styles. No italics in Japanese, so emphasis is bold. */
const looks: Record<string, string> = {
  p: 'margin:0 0 16px',
  h2: 'margin:28px 0 12px;font-size:20px;line-height:1.5;font-weight:bold',
  h3: 'margin:24px 0 8px;font-size:17px;line-height:1.5;font-weight:bold',
  ul: 'margin:0 0 16px;padding-left:24px',
  ol: 'margin:0 0 16px;padding-left:24px',
  li: 'margin:0 0 4px',
  blockquote: 'margin:0 0 16px;padding:2px 0 2px 14px;border-left:4px solid #d4d4d8;color:#52525b',
  img: 'display:block;max-width:100%;height:auto;margin:0 0 16px;border:0;color:#52525b;font-size:14px',
  hr: 'margin:24px 0;border:0;border-top:1px solid #d4d4d8',
  em: 'font-style:normal;font-weight:bold',
  a: 'color:#0b57d0;text-decoration:underline;word-break:break-all',
}

/** Mail programs know no buttons: a link with a background, which is still a link where that is not shown. */
const buttonLook =
  'display:inline-block;padding:10px 24px;border-radius:6px;background-color:#0b57d0;color:#ffffff;font-weight:bold;text-decoration:none'

/** Escaped text is not markup: only tags of the sanitised text and ours are styled. */
const styled = (html: string) =>
  html
    .replaceAll(
      /<(p|h2|h3|ul|ol|li|blockquote|img|hr|em|a)(?=[\s/>])/g,
      (tag, name: string) => `${tag} style="${looks[name]}"`,
    )
    .replaceAll(/<a style="[^"]*" class="button"/g, `<a style="${buttonLook}"`)
    // A paragraph in a list item has no margin, and an empty one is a blank line.
    .replaceAll(/(<li [^>]*><p style=")[^"]*/g, '$1margin:0')
    .replaceAll(/(<p [^>]*>)<\/p>/g, '$1<br></p>')

/** The 配信停止 variable, or a tag or a whole link, which stays unchanged. */
const addressOrTag = /(<a [\s\S]*?<\/a>|<[^>]*>)|\{\{\s*配信停止URL\s*\}\}/g

/**
 * Keeps the recipient's 配信停止 URL out of every other address, whose owner would get the token: a link with it loses its
 * address, and an address that is only text ends before it.
 */
const apartFromLinks = (text: string) =>
  text
    .replaceAll(/<a [^>]*>([\s\S]*?)<\/a>/g, (whole, words: string) => (hasUnsubscribeUrl(whole) ? words : whole))
    .replaceAll(/((?:\/\/|www\.)[^\s<]*|[\w%&+,./:;=?@~#-])(?=\{\{\s*配信停止URL\s*\}\})/g, '$1 ')

const trackingNotice = 'このメールは、開封とリンクのクリックを記録しています。'

/** The URLs of a text's links, in order; one with a variable differs per recipient and is not tracked. */
export const linksIn = (html: string): string[] =>
  [...html.matchAll(/<a [^>]*href="(https:[^"]*)"/g)]
    .map(([, href]) => href as string)
    .filter((href) => !href.includes('{{'))

/** Replaces the links of a text with tracking links. */
function tracked(html: string, linkTo: (at: number) => string) {
  let at = 0
  return html.replaceAll(/(<a [^>]*href=")(https:[^"]*)"/g, (whole, before: string, href: string) =>
    href.includes('{{') ? whole : `${before}${escapedHtml(linkTo(at++))}"`,
  )
}

/** Pictures with their whole address: a mail has no site of its own. */
const withSite = (html: string, appUrl: string) =>
  html.replaceAll('<img src="/uploads/', `<img src="${escapedHtml(appUrl)}/uploads/`)

/** What every 配信のお願い says below its text, whatever that is: why it comes, and what follows from which answer. */
const requestLines = [
  'このメールは、会員としてご登録のメールアドレスに、一度だけお送りしています。お知らせやご案内のメール（広告宣伝を含みます）の配信に同意いただけるか、次のページでお選びください。ページを開いただけでは、何も変わりません。',
  `リンクは${requestLinkDays}日間使えます。同意をいただかない限り、お知らせやご案内のメールはお送りしません。`,
] as const

const linesOf = (text: string) => text.replaceAll(/\r\n?/g, '\n').split('\n')
const link = (url: string) =>
  `<a href="${escapedHtml(url)}" target="_blank" rel="noopener noreferrer">${escapedHtml(url)}</a>`

/**
 * A mail to one recipient: subject, HTML document and text part. Values are HTML-escaped, kept on one line, and never
 * searched for variables again. Below every mail stands who sends it: of 業務連絡 company, shop, telephone and person, of all
 * others the legal footer (特定電子メール法: sender, address, contact, how to unsubscribe); a 配信のお願い has its reason and the
 * link to consent above it.
 */
export function letterParts(content: LetterContent, given: LetterValues, sender: LetterSender): Letter {
  const { category, footer } = content
  const { shop, appUrl, unsubscribeUrl, tracking } = sender
  const plain = Object.entries({ ...given, 配信停止URL: unsubscribeUrl }).map(([name, value]) => [name, oneLine(value)])
  const values: LetterValues = Object.fromEntries(plain)

  /** HTML with its values; the 配信停止 URL becomes a link. */
  const filled = (html: string) =>
    fillIn(
      apartFromLinks(html).replaceAll(addressOrTag, (whole, tag?: string) =>
        tag === undefined ? link(unsubscribeUrl) : whole,
      ),
      values,
      escapedHtml,
    )
  const subject = oneLine(fillIn(content.subject, values))
  const body = filled(content.isTracked && tracking ? tracked(content.body, tracking.linkTo) : content.body)
  const notice = content.isTracked ? `<p>${trackingNotice}</p>` : ''
  const picture =
    content.isTracked && tracking ? `<img src="${escapedHtml(tracking.picture)}" width="1" height="1" alt="">` : ''
  const signature = footer?.trim() ? linesOf(apartFromLinks(footer.trimEnd())) : []
  const { name, address, contact, tel } = shop.sender
  const law = wantsSender(category)
  const senderLines = [
    name.includes(shop.name) ? name : `${name} ${shop.name}`,
    law ? address : tel && `電話: ${phoneText(tel)}`,
    contact && (law || contact !== tel) && `お問い合わせ: ${contact}`,
    !law && sender.sentBy && `担当: ${sender.sentBy}`,
  ].flatMap((line) => oneLine(line || '') || [])
  const consentUrl = category === 'consentRequest' ? (sender.consentUrl ?? `${appUrl}/mail-consent`) : null
  const refusal = consentUrl === null ? '配信停止' : '配信を希望しない（配信停止）'
  const isSigned = law || senderLines.length > 0

  const htmlSignature =
    signature.length > 0 ? `<p>${signature.map((line) => filled(escapedHtml(line))).join('<br>')}</p>` : ''
  const htmlSender = isSigned
    ? `<hr><p>${[...senderLines.map(escapedHtml), ...(law ? [`${refusal}: ${link(unsubscribeUrl)}`] : [])].join('<br>')}</p>`
    : ''
  const [before, after] = requestLines
  const htmlRequest =
    consentUrl === null
      ? ''
      : `<hr><p>${before}</p><p><a class="button" href="${escapedHtml(consentUrl)}">同意するかどうかを選ぶ</a></p><p>${link(consentUrl)}</p><p>${after}</p>`
  const small = 'font-size:13px;line-height:1.7;color:#52525b'
  const html = `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapedHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background-color:#ffffff;color:#18181b">
<div style="max-width:600px;margin:0 auto;padding:24px 20px;font-family:'Hiragino Sans','Yu Gothic UI',Meiryo,sans-serif;font-size:16px;line-height:1.8;overflow-wrap:anywhere;word-break:normal">
${styled(withSite(body, appUrl))}
<div style="${small}">${styled(htmlSignature + htmlRequest + htmlSender + notice)}</div>${picture}
</div>
</body>
</html>
`
  const text = [
    textOf(filled(content.body)),
    ...(signature.length > 0 ? [urlsEnded(fillIn(signature.join('\n'), values))] : []),
    ...(consentUrl === null ? [] : [['----------', before, '', consentUrl, '', after].join('\n')]),
    ...(isSigned ? [['----------', ...senderLines, ...(law ? [`${refusal}: ${unsubscribeUrl}`] : [])].join('\n')] : []),
    ...(content.isTracked ? [trackingNotice] : []),
  ].join('\n\n')
  const fromName = oneLine(content.fromName || shop.sender.fromName || shop.name)
  return { subject, fromName, html, text: `${text}\n` }
}
