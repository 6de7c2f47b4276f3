import { createHash, randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { MailSender } from '#contract/mail-letter.ts'
import { escapedHtml } from '#contract/mail-text.ts'
import { consentLinkDays, requestLinkDays } from '#contract/words/mail-consent.ts'
import type { Database, Db } from '../db/client.ts'
import { rowsOf } from '../db/expressions.ts'
import { mailConsentLink } from '../db/schema/mail-consent.ts'
import type { Letter } from './letters.ts'
import { senderColumns } from './senders.ts'

/** Only its hash is stored. */
export const hashOfLink = (token: string) => createHash('sha256').update(token).digest('base64url')

const newToken = () => randomBytes(16).toString('base64url')

/**
 * The token of the link of a 配信のお願い, one for each time its letter is sent: a copy that is sent once more leaves the
 * link of the first one as it is. The first answer ends them all.
 */
export async function requestLink(db: Db, memberId: string, email: string, now: Date): Promise<string> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + requestLinkDays * 24 * 60 * 60 * 1000)
  await db.insert(mailConsentLink).values({
    ...{ memberId, email: email.toLowerCase(), tokenHash: hashOfLink(token), isRequest: true },
    ...{ createdAt: now, expiresAt },
  })
  return token
}

/** The letter, from whom it is, and to whom; null where the link is used, over, or mail goes elsewhere by now. */
export async function consentLetter(
  { db }: Pick<Database, 'db'>,
  linkId: string,
  appUrl: string,
  now: Date,
): Promise<{ to: string; letter: Letter & { fromName: string } } | null> {
  const [found] = await rowsOf<{ email: string; sender: MailSender; shop: string }>(
    db,
    sql`select l.email, ${senderColumns} as sender, s.name as shop
      from mail_consent_link l join member m on m.id = l.member_id join shop s on s.id = m.shop_id cross join club c
      where l.id = ${Number(linkId)} and l.used_at is null and l.expires_at > ${now.toISOString()}::timestamptz
        and l.email = lower(mail_address(m.email, m.representative_email))
        and not exists (select from mail_bounced_address b where b.email = l.email)`,
  )
  if (!found) return null
  // Created now, so that the link is stored nowhere.
  const token = newToken()
  await db
    .update(mailConsentLink)
    .set({ tokenHash: hashOfLink(token) })
    .where(eq(mailConsentLink.id, linkId))
  const { sender, shop } = found
  return { to: found.email, letter: letterOf(sender, shop, `${appUrl}/mail-consent?t=${token}`) }
}

/** To a member who requested it at the desk; it names nobody, because an address may be a family's. */
function letterOf(sender: MailSender, shop: string, link: string): Letter & { fromName: string } {
  const name = sender.name.includes(shop) ? sender.name : `${sender.name} ${shop}`
  const lines = [
    `${name}からの、お知らせやご案内のメールの配信について確認するメールです。店頭などでお申し出をいただいたため、お送りしています。`,
    '次のページを開くと、配信に同意するか、同意しないかを選べます。ページを開いただけでは、何も変わりません。',
  ]
  const after = [
    `リンクは${consentLinkDays}日間使えます。お心当たりがない場合は、このメールを破棄してください。同意しない限り、お知らせやご案内のメールはお送りしません。`,
  ]
  const signature = [name, sender.address, sender.contact && `お問い合わせ: ${sender.contact}`].filter(Boolean)
  const paragraph = (line: string) => `<p>${escapedHtml(line)}</p>`
  return {
    subject: `【${name}】メール配信の同意の確認`,
    fromName: sender.fromName || name,
    text: [...lines, '', link, '', ...after, '', '--', ...signature].join('\n'),
    html: `<!doctype html><html lang="ja"><body style="font-family:sans-serif;line-height:1.8;color:#18181b">
${lines.map(paragraph).join('\n')}
<p><a href="${escapedHtml(link)}" style="display:inline-block;padding:10px 24px;background:#0b57d0;color:#fff;text-decoration:none;border-radius:6px">確認のページを開く</a></p>
<p style="font-size:12px;color:#52525b">${escapedHtml(link)}</p>
${after.map(paragraph).join('\n')}
<p style="font-size:13px;color:#52525b">${signature.map(escapedHtml).join('<br>')}</p>
</body></html>`,
  }
}
