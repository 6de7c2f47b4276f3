import { createTransport } from 'nodemailer'
import type { Config } from '../process/config.ts'

/** A letter as it goes to the mail server: every part by itself, so that none can become another. */
interface Outgoing {
  to: string
  /** Before the @; null: the transport's own. */
  messageId: string | null
  fromName: string
  replyTo: string | null
  subject: string
  html: string
  text: string
  /** One click ends it (RFC 8058); null where there is nothing to end. */
  unsubscribeUrl: string | null
}

/** Why the server did not take a letter. */
export interface Refusal {
  /** `noSuchAddress`: no letter will ever reach it; `permanent`: not this letter. */
  kind: 'temporary' | 'permanent' | 'noSuchAddress'
  detail: string
}

export interface Transport {
  /** Rejects when the server does not take it. */
  send(letter: Outgoing): Promise<void>
  close(): void
  /** The name before the address in MAIL_FROM. */
  ownName: string
}

/** No answer for so long is a refusal (ms). */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** Over a few SMTP connections that stay open; never more letters a minute than the server was said to take. */
export function smtpTransport({ smtpUrl, from, ratePerMinute }: Config['mail'], waits = patience): Transport {
  const address = from.match(/<([^<>\s]+)>\s*$/)?.[1] ?? from.trim()
  const domain = address.slice(address.lastIndexOf('@') + 1)
  // Kept open by this alone: an options object beside an address would lose the address's own.
  const transport =
    smtpUrl === null
      ? null
      : createTransport({
          url: smtpUrl,
          pool: true,
          maxConnections: 4,
          maxMessages: 500,
          rateDelta: 1000,
          rateLimit: Math.max(1, Math.round(ratePerMinute / 60)),
          ...waits,
        })
  return {
    ownName: from.match(/^\s*"?([^"<]*?)"?\s*</)?.[1] ?? 'Karada Desk',
    send: async ({ to, messageId, fromName, replyTo, subject, html, text, unsubscribeUrl }) => {
      if (!transport) throw new Error('SMTP_URL is not set')
      await transport.sendMail({
        from: { name: fromName, address },
        to: { name: '', address: to },
        ...(replyTo && { replyTo: { name: '', address: replyTo } }),
        ...(messageId && { messageId: `<${messageId}@${domain}>` }),
        subject,
        text,
        html,
        ...(unsubscribeUrl && {
          list: { unsubscribe: unsubscribeUrl },
          headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
        }),
      })
    },
    close: () => transport?.close(),
  }
}

interface SmtpError extends Error {
  code?: string
  command?: string
  responseCode?: number
}

/**
 * Whether a receiver was refused for their address: 5.7.x is about us (relaying, a blocked sender, a policy), 5.2.2 a full
 * mailbox. Of servers without such codes their words tell.
 */
function isOfAddress(detail: string): boolean {
  const [, code] = detail.match(/\b5\.(\d{1,3}\.\d{1,3})\b/) ?? []
  return code === undefined ? !/relay|blocked|blacklist|spamhaus|policy/i.test(detail) : !/^7\.|^2\.2$/.test(code)
}

/** What the server's answer means: its own words where it spoke, and a later try wherever it did not. */
export function refusalOf({ message, code, command, responseCode }: SmtpError): Refusal {
  const detail = message
  if (responseCode === undefined) {
    // An address that nodemailer itself does not send to.
    return { kind: code === 'EENVELOPE' ? 'noSuchAddress' : 'temporary', detail }
  }
  if (responseCode >= 500 && command === 'RCPT TO') {
    return { kind: isOfAddress(detail) ? 'noSuchAddress' : 'permanent', detail }
  }
  if (responseCode >= 500 && command === 'DATA') return { kind: 'permanent', detail }
  // What is refused before (connection, TLS, sign-in, our own address) is no fault of the letter, and mended by somebody.
  return { kind: 'temporary', detail }
}
