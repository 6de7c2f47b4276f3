import { and, eq, inArray, sql } from 'drizzle-orm'
import { letterParts } from '#contract/mail-letter.ts'
import { mailCategories, wantsConsent } from '#contract/words/mail.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Database } from '../db/client.ts'
import { idArray } from '../db/expressions.ts'
import { mail, mailBounce, mailRecipient } from '../db/schema/mail.ts'
import { inScope } from '../db/scope.ts'
import { hasNoConsent, isBounced } from './audience.ts'
import type { JobKinds, Jobs } from './jobs.ts'
import { type Refusal, refusalOf, type Transport } from './transport.ts'
import { lettersMembers } from './values.ts'

type LetterJob = JobKinds['letter']

interface PostmanOptions {
  database: Database
  jobs: Jobs
  transport: Transport
  appUrl: string
  clock: () => Date
}

/** Retries of a letter before it counts as failed. */
export const mostTries = 5
/** Seconds before the first retry: a minute, doubled each time. */
const waitAfter = (attempts: number) => 60 * 2 ** (attempts - 1)

/** Letters of a mail that are handed to the server concurrently. */
const atOnce = 8

/**
 * Sends the letters of mails to members. The state of a letter is in its row, and each is marked separately as soon as
 * the server has accepted it: a process that dies between the two sends that one letter again (decision 0046).
 */
export const postman =
  ({ database, jobs, transport, appUrl, clock }: PostmanOptions) =>
  async (handed: LetterJob[]): Promise<void> => {
    const recipientIds = handed.map(({ recipientId }) => recipientId)
    await leaveOut(database, recipientIds, clock())
    const { mailIds, letters: left } = await readLetters(database, recipientIds)
    const next = async () => {
      for (let letter = left.shift(); letter; letter = left.shift()) {
        if (!(await stillGoes(database, letter))) continue
        const refusal = await transport.send(letterFor(letter, appUrl)).then(() => null, refusalOf)
        await mark(database, jobs, letter, refusal, clock())
      }
    }
    // If a letter cannot be marked, the jobs are handed back only once no other letter is in flight.
    const ends = await Promise.allSettled(
      Array.from({ length: atOnce }, () =>
        next().catch((error) => {
          left.length = 0
          throw error
        }),
      ),
    )
    // Also for mails whose letters are all sent: a process may have died before it counted them.
    for (const mailId of mailIds) await recountMail(database, mailId, clock())
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
  }

type Letter = Awaited<ReturnType<typeof readLetters>>['letters'][number]

/** The letters still to send, with their data, and the mails of all: reads all shops. */
const readLetters = (database: Database, recipientIds: string[]) =>
  inScope(database, { shops: 'all' }, 'read', async (scoped) => {
    const rows = await scoped
      .select({ recipient: mailRecipient, mail })
      .from(mailRecipient)
      .innerJoin(mail, eq(mail.id, mailRecipient.mailId))
      .where(inArray(mailRecipient.id, recipientIds))
    const open = rows.filter(({ recipient }) => recipient.status === 'waiting')
    const members = await lettersMembers(
      scoped,
      open.map(({ recipient }) => recipient.memberId),
    )
    const byId = new Map(members.map((member) => [String(member.memberId), member]))
    const letters = open.flatMap(({ recipient, mail: content }) => {
      const member = byId.get(recipient.memberId)
      const { id: recipientId, attempts, email, token } = recipient
      return member && email && token ? [{ recipientId, attempts, email, token, content, member }] : []
    })
    return { mailIds: [...new Set(rows.map((row) => row.mail.id))], letters }
  })

/** Excludes members who withdrew consent or whose address turned out to be bad since the mail was confirmed. */
async function leaveOut({ db }: Database, recipientIds: string[], now: Date): Promise<void> {
  const wantsIt = sql.join(
    valuesOf(mailCategories)
      .filter(wantsConsent)
      .map((category) => sql`${category}`),
    sql`, `,
  )
  await db.execute(sql`
    update mail_recipient w set status = 'excluded', reason = c.reason, at = ${now.toISOString()}::timestamptz
    from (
      select r.id, case when ${isBounced} then 'bounced' when l.category in (${wantsIt}) and ${hasNoConsent} then 'noConsent'
        end as reason
      from mail_recipient r join mail l on l.id = r.mail_id join member m on m.id = r.member_id
      where r.id = any(${idArray(recipientIds)})
    ) c
    where c.id = w.id and c.reason is not null and w.status = 'waiting'`)
}

/** Queried right before a letter is sent: cancelled ones are skipped. */
async function stillGoes({ db }: Database, { recipientId }: Letter): Promise<boolean> {
  const isOpen = and(eq(mailRecipient.id, recipientId), eq(mailRecipient.status, 'waiting'))
  return (await db.select({ id: mailRecipient.id }).from(mailRecipient).where(isOpen)).length > 0
}

function letterFor({ recipientId, email, token, content, member }: Letter, appUrl: string) {
  const unsubscribeUrl = `${appUrl}/unsubscribe?t=${token}`
  const { subject, html, text } = letterParts(content, member.values, {
    shop: member.shop,
    unsubscribeUrl,
    tracking: { picture: `${appUrl}/m/${token}.gif`, linkTo: (at) => `${appUrl}/m/${token}/${at}` },
  })
  return {
    to: email,
    // Stable per letter, so that a mail program shows a letter that is sent twice only once.
    messageId: `${recipientId}.${token}`,
    fromName: content.fromName,
    replyTo: content.replyTo,
    subject,
    html,
    text,
    unsubscribeUrl: wantsConsent(content.category) ? unsubscribeUrl : null,
  }
}

/** Stores the outcome of a letter. */
async function mark({ db }: Database, jobs: Jobs, letter: Letter, refusal: Refusal | null, now: Date): Promise<void> {
  const attempts = letter.attempts + 1
  const isThis = eq(mailRecipient.id, letter.recipientId)
  if (refusal === null) {
    await db.update(mailRecipient).set({ status: 'delivered', attempts, error: null, at: now }).where(isThis)
    return
  }
  const error = refusal.detail.slice(0, 500)
  await db.transaction(async (tx) => {
    if (refusal.kind === 'temporary' && attempts <= mostTries) {
      await tx.update(mailRecipient).set({ attempts, error, at: now }).where(isThis)
      await jobs.addAll(tx, 'letter', [{ recipientId: letter.recipientId }], waitAfter(attempts))
      return
    }
    const isUnknown = refusal.kind === 'noSuchAddress'
    const status = isUnknown ? 'bounced' : 'failed'
    await tx.update(mailRecipient).set({ status, attempts, error, at: now }).where(isThis)
    if (isUnknown)
      await tx
        .insert(mailBounce)
        .values(bounceOf(letter.email, error, now))
        .onConflictDoNothing()
  })
}

const bounceOf = (email: string, detail: string, at: Date) => ({ email: email.toLowerCase(), at, detail })

/** Recounts a mail's letters, so that its counts always equal its rows. */
async function recountMail({ db }: Pick<Database, 'db'>, mailId: string, now: Date): Promise<void> {
  await db.execute(sql`select recount_mails(${idArray([mailId])}, ${now.toISOString()}::timestamptz)`)
}
