import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import type { Database } from '../db/client.ts'
import { accountToReset, renewLink, toInvite } from '../identity/invitation.ts'
import type { JobKinds } from '../jobs.ts'
import { invitationLetter, type Letter, passwordResetLetter } from './letters.ts'

/** Hands one letter to the mail server; rejects when it does not take it. */
export type Send = (to: string, letter: Letter) => Promise<void>

/** Over SMTP; without a server every try fails, and is made again once there is one. */
export function smtpSender({ smtpUrl, from }: Config['mail']): Send {
  if (smtpUrl === null) {
    return () => Promise.reject(new Error('SMTP_URL is not set'))
  }
  const transport = createTransport(smtpUrl, { from })
  return async (to, { subject, text, html }) => {
    await transport.sendMail({ to, subject, text, html })
  }
}

interface MailerOptions {
  database: Database
  send: Send
  appUrl: string
  clock: () => Date
}

/**
 * Does a mail job: writes the letter with a link that is made now, so that the link itself is stored nowhere. What has
 * been done, replaced or withdrawn since is left out.
 */
export const mailer =
  ({ database: { db }, send, appUrl, clock }: MailerOptions) =>
  async (job: JobKinds['mail']): Promise<void> => {
    const now = clock()
    const found =
      job.kind === 'invitation' ? await toInvite(db, job.invitationId, now) : await accountToReset(db, job.email, now)
    if (!found) return
    const { invitationId, email, displayName, expiresAt } = found
    const token = await renewLink(db, invitationId)
    // Behind the #: it is in no server's log, and is sent on to nobody.
    const link = `${appUrl}/invitation#${token}`
    const write = job.kind === 'invitation' ? invitationLetter : passwordResetLetter
    await send(email, write({ displayName, link, expiresAt }))
  }
