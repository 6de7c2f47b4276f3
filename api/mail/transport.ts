import { createTransport } from 'nodemailer'
import type { Config } from '../process/config.ts'
import { faultOf, type Stage } from './replies.ts'

/** A letter for the mail server; each part is a separate field, so that none can be injected into another. */
interface Outgoing {
  to: string
  /** Local part of the sender; null: the transport's own. */
  messageId: string | null
  fromName: string
  replyTo: string | null
  subject: string
  html: string
  text: string
  /** One-click unsubscribe (RFC 8058); null: none. */
  unsubscribeUrl: string | null
  /** No person sends it: absence notes and the like are not answered (RFC 3834). */
  isAutomatic: boolean
}

/** Why the server refused a letter. */
export interface Refusal {
  /** `noSuchAddress`: the address is undeliverable; `permanent`: only this letter is; `limit`: no letter is, for now. */
  kind: 'temporary' | 'permanent' | 'noSuchAddress' | 'limit'
  detail: string
}

export interface Transport {
  /** Rejects when the server does not accept it. */
  send(letter: Outgoing): Promise<void>
  close(): void
  /** The display name in MAIL_FROM. */
  ownName: string
}

/** At most so many letters begin in a second. */
export const lettersPerSecond = (ratePerMinute: number) => Math.max(1, Math.round(ratePerMinute / 60))

/** Timeout for an answer (ms). */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/**
 * Sends over a few persistent SMTP connections, at most as many letters a minute as the server allows: `pace` waits for
 * what all processes send together, and each of them spreads its own over a second.
 */
export function smtpTransport(
  { smtpUrl, from, ratePerMinute }: Config['mail'],
  { pace = async () => {}, waits = patience }: { pace?: () => Promise<unknown>; waits?: typeof patience } = {},
): Transport {
  const address = from.match(/<([^<>\s]+)>\s*$/)?.[1] ?? from.trim()
  const domain = address.slice(address.lastIndexOf('@') + 1)
  // Set in the URL: an options object would override the URL's own options.
  const transport =
    smtpUrl === null
      ? null
      : createTransport({
          url: smtpUrl,
          pool: true,
          maxConnections: 4,
          maxMessages: 500,
          rateDelta: 1000,
          rateLimit: lettersPerSecond(ratePerMinute),
          ...waits,
        })
  return {
    ownName: from.match(/^\s*"?([^"<]*?)"?\s*</)?.[1] ?? 'Karada Desk',
    send: async ({ to, messageId, fromName, replyTo, subject, html, text, unsubscribeUrl, isAutomatic }) => {
      if (!transport) throw new Error('SMTP_URL is not set')
      await pace()
      await transport.sendMail({
        from: { name: fromName, address },
        to: { name: '', address: to },
        ...(replyTo && { replyTo: { name: '', address: replyTo } }),
        ...(messageId && { messageId: `<${messageId}@${domain}>` }),
        subject,
        text,
        html,
        ...(unsubscribeUrl && { list: { unsubscribe: unsubscribeUrl } }),
        headers: {
          ...(unsubscribeUrl && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
          ...(isAutomatic && { 'Auto-Submitted': 'auto-generated' }),
        },
      })
    },
    close: () => transport?.close(),
  }
}

interface SmtpError extends Error {
  code?: string
  command?: string
  responseCode?: number
  /** The server's whole reply. */
  response?: string
}

const kinds = { mailbox: 'noSuchAddress', limit: 'limit', letter: 'permanent', later: 'temporary' } as const
const stages: Record<string, Stage> = { 'RCPT TO': 'recipient', DATA: 'letter' }

/** Classifies the server's answer, with its text if there is one; anything uncertain is retried. */
export function refusalOf({ message, code, command = '', responseCode, response }: SmtpError): Refusal {
  const reply = response ?? (responseCode && message.match(/[45]\d\d[ -][\s\S]*$/)?.[0])
  if (reply) return { kind: kinds[faultOf(reply, stages[command] ?? 'before')], detail: reply }
  // An address that nodemailer itself refuses.
  const isMalformed = code === 'EENVELOPE' && /^(Invalid recipient|No recipients)/.test(message)
  return { kind: isMalformed ? 'noSuchAddress' : 'temporary', detail: message }
}
