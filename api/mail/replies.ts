import { cutText } from '#contract/cut-text.ts'
// Whose fault a mail server's refusal is, by its reply. Only what certainly says "no such mailbox" is blamed on the
// member's address; a reply that nobody here knows is the relay's affair. Each text has its source.

/** Where in the conversation the server refused; `before`: before it was given a recipient. */
export type Stage = 'before' | 'recipient' | 'letter'

/**
 * `mailbox`: there is no such mailbox. `limit`: we have sent too much or too fast. `letter`: this letter is refused.
 * `later`: try again.
 */
export type Fault = 'mailbox' | 'limit' | 'letter' | 'later'

/** RFC 3463 and the IANA registry: bad destination mailbox, null MX or (Exchange Online) unknown, mailbox disabled. */
const mailboxCodes = ['5.1.1', '5.1.10', '5.2.1']

/** Replies to RCPT TO without an enhanced code that say so, as 550, 551 or 553. */
const mailboxTexts = [
  /\buser unknown\b/, // Sendmail, Postfix; au: `550 <…>: User unknown`
  /\bunknown (or invalid )?(user|recipient|mailbox|local.?part)\b/, // docomo `550 Unknown user …`; Exim, Zimbra
  /\bno such (user|recipient|mailbox|person|account|address)\b/, // Exim and cPanel `550 No Such User Here`; MailEnable
  /^invalid recipient\b/, // SoftBank: `550 Invalid recipient: <…>`
  /\bno mailbox here by that name\b/, // qmail, vpopmail: `550 sorry, no mailbox here by that name`
  /\b(mailbox|recipient|user) (was )?not found\b/, // Lotus Domino, MDaemon, Kerio Connect
  /\brecipient unknown\b/, // Lotus Domino, GroupWise
  /\b(user|account|mailbox|recipient|email address|address)( \S+)? (does not|doesn't|do not) exist\b/, // Courier, Zoho
  /\bnot a (known|valid) (user|mailbox|recipient)\b/, // CommuniGate Pro, hMailServer, Barracuda
  /\bnot our (customer|user)\b/, // CommuniGate Pro: `551 not our customer`
]

/** Replies about us, in which the words above may occur. */
const aboutUs = [
  /\bsender\b|\bfrom address\b|\breturn.path\b/, // Postfix `Sender address rejected: User unknown`; Exim `Sender verify failed`
  /\b(relay(ing)?( access)? (denied|not (permitted|allowed))|unable to relay)\b/, // Postfix, Sendmail, Exim, Exchange
  /\b(block(ed)?.?list(ed)?|blacklist(ed)?|dnsbl|rbl|spamhaus|spamcop|spam|blocked)\b/, // lists of senders
  /\b(polic(y|ies)|dmarc|spf|dkim|reputation)\b/, // rules of the receiver
]

/** Replies about us as the sender, without an enhanced code. */
const aboutUsWithoutCode = [
  /\bdomain\b/, // SoftBank, Sendmail: a domain without DNS, which may be ours
  /^:/, // au, where a member filters us: `550 : User unknown`, without the address
]

/** A mailbox that gets too much, or is full: it exists, and we are not meant. */
const aboutTheirMailbox = [
  /\breceiving (e-?)?mail (too quickly|at a rate)\b/, // Gmail: 450 4.2.1, 550 5.2.1
  /\brecipient thread limit\b/, // Exchange Online: 432 4.3.2 STOREDRV.Deliver
  /\b(mailbox|user|recipient|account)( \S+)?( is)? (full|over (its )?quota|exceeds?)\b/, // Dovecot, Cyrus, iCloud
  /\b(mailbox|disk|storage) quota\b|\bin (the |this )?mailbox\b/, // Dovecot, cPanel, MDaemon
]

/** We have sent too much, or too fast: at any stage, as 4xx or 5xx. */
const limitTexts = [
  /\bsending (limit|quota)|\bsend(ing)? rate\b/, // Gmail `550 5.4.5 Daily user sending limit exceeded`; SES
  /\bsmtp relay (sending )?limit\b/, // Google Workspace: 450 4.2.1 Peak, 550 5.4.5 Daily SMTP relay limit exceeded
  /\b(message|submission|connection|mail|recipient) (quota|rate|limit)\b/, // SES `Daily message quota exceeded`; Exchange, OVH
  /\bsending (e?mails? |messages? )?too (fast|quickly)\b|\bslow down\b/, // Mailgun, Orange, Proofpoint
  /\bsubmissionquotaexceeded/, // Exchange Online: 554 5.2.0 STOREDRV.Submission.Exception
  /\bsender thread limit\b/, // Exchange Online: 432 4.3.2 STOREDRV.ClientSubmit
  /\brate.?limit/, // Outlook.com `421 RP-001 … exceeded the rate limit`; Mailgun, Postfix policy servers
  /\bthrottl/, // SES `454 Throttling failure`; Comcast
  /\btoo (many|much|frequent) (connect\w*|concurrent|sessions?|messages?|e-?mails?|recipients?|mail from)\b/, // Postfix, SendGrid, docomo
  /\b(messages?|e-?mails?|mails?|recipients?) per (second|minute|hour|day|month)\b/, // cPanel: `exceeded the max emails per hour`
  /\b(daily|hourly|monthly|per.day)\b.{0,40}\b(limit|quota)\b/, // Brevo, Zoho, Exchange Online 5.7.233
  /\bcredits? exceeded|\bmessaging limits?\b/, // SendGrid: `451 Authentication failed: Maximum credits exceeded`
  /\bunusual rate of\b/, // Gmail: 421 4.7.28, 550 5.7.1
  /\bdeferred due to (unexpected|excessive) volume\b/, // Yahoo `421 4.7.0 [TSS04]`, iCloud `421 4.7.1`
  /\bexceeded (the )?threshold\b/, // Exchange Online: `550 5.7.705 Access denied, tenant has exceeded threshold`
  /\bconcurrent (smtp )?connections?\b.{0,30}\b(limit|exceeded)\b/, // Exchange, Yahoo
  /\bpolicy rejection.{0,20}quota exceeded\b/, // PolicyD with Postfix
]

const says = (texts: RegExp[], text: string) => texts.some((one) => one.test(text))

/** A reply's code, its enhanced code, and its lower-case text in one line without addresses and URLs. */
function partsOf(reply: string) {
  const lines = reply
    .split(/\r?\n/)
    .map((line) => line.match(/^(\d{3})(?:[ -]|$)(?:#?([245]\.\d{1,3}\.\d{1,3})(?![.\d]))?(.*)$/))
  const [, code = '0', enhanced] = lines[0] ?? []
  const text = lines.map((line) => line?.[3] ?? '').join(' ')
  return {
    code: Number(code),
    // qmail has it at the end: `(#5.1.1)`.
    enhanced: enhanced ?? text.match(/\(#([245]\.\d{1,3}\.\d{1,3})\)/)?.[1],
    text: text
      .replaceAll(/https?:\S+/g, '')
      .replaceAll(/<[^<>]*>|\S+@\S+/g, '@')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .toLowerCase(),
  }
}

/** Whose fault a reply is, given whole (`550-5.1.1 …`, in several lines as sent), and where it came. */
export function faultOf(reply: string, stage: Stage): Fault {
  const { code, enhanced, text } = partsOf(reply)
  const isOfTheirs = enhanced?.endsWith('.2.2') || says(aboutTheirMailbox, text)
  if (!isOfTheirs && says(limitTexts, text)) return 'limit'
  if (stage === 'before' || code < 500) return 'later'
  if (isOfTheirs || says(aboutUs, text)) return 'letter'
  if (enhanced) return mailboxCodes.includes(enhanced) ? 'mailbox' : 'letter'
  // After the letter itself docomo and au say the same of a member who filters it.
  const isPlain = stage === 'recipient' && [550, 551, 553].includes(code) && !says(aboutUsWithoutCode, text)
  return isPlain && says(mailboxTexts, text) ? 'mailbox' : 'letter'
}

/** What makes two answers the same: without addresses and whatever else differs in each. */
export function sameAnswer(reply: string): string {
  const { code, enhanced = '', text } = partsOf(reply)
  return cutText([code, enhanced, text.replaceAll(/\S*\d\S*/g, '')].join(' ').replaceAll(/\s+/g, ' '), 300)
}
