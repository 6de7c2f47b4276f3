import { eq, inArray, sql } from 'drizzle-orm'
import { letterParts } from '#contract/mail-letter.ts'
import { wantsConsent } from '#contract/words/mail.ts'
import type { Database } from '../db/client.ts'
import { idArray } from '../db/expressions.ts'
import { mail, mailBounce, mailRecipient } from '../db/schema/mail.ts'
import { inScope } from '../db/scope.ts'
import type { JobKinds, Jobs } from '../jobs.ts'
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

/** A letter that is not taken is tried this often again before it counts as failed. */
export const mostTries = 5
/** Seconds before a letter is tried again: a minute, and each time twice as long. */
const waitAfter = (attempts: number) => 60 * 2 ** (attempts - 1)

/** So many letters of a mail are on their way to the server at the same time. */
const atOnce = 8

/**
 * Sends the letters of mails to members. What a letter has come to stands in its row, and each is marked by itself as
 * soon as the server has taken it: a process that dies between the two sends that one letter again (decision 0046).
 */
export const postman =
  ({ database, jobs, transport, appUrl, clock }: PostmanOptions) =>
  async (handed: LetterJob[]): Promise<void> => {
    const letters = await readLetters(
      database,
      handed.map(({ recipientId }) => recipientId),
    )
    // What was called back is not among them, nor what a process has sent that could not say so.
    const left = [...letters.values()]
    const next = async () => {
      for (let letter = left.shift(); letter; letter = left.shift()) {
        const refusal = await transport.send(letterFor(letter, appUrl)).then(() => null, refusalOf)
        await mark(database, jobs, letter, refusal, clock())
      }
    }
    await Promise.all(Array.from({ length: atOnce }, next))
    for (const mailId of new Set([...letters.values()].map((letter) => letter.mailId))) {
      await recountMail(database, mailId, clock())
    }
  }

type Letter = Awaited<ReturnType<typeof readLetters>> extends Map<string, infer L> ? L : never

/** The letters that are still to go, with what each needs: all shops are in sight. */
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
    return new Map(
      open.flatMap(({ recipient, mail: content }) => {
        const member = byId.get(recipient.memberId)
        const { email, token } = recipient
        if (!member || !email || !token) return []
        const { id: recipientId, attempts } = recipient
        return [[recipientId, { recipientId, mailId: content.id, attempts, email, token, content, member }] as const]
      }),
    )
  })

function letterFor({ recipientId, email, token, content, member }: Letter, appUrl: string) {
  const unsubscribeUrl = `${appUrl}/unsubscribe?t=${token}`
  const { subject, html, text } = letterParts(content, member.values, { shop: member.shop, unsubscribeUrl })
  return {
    to: email,
    // Of a letter that is sent twice a mail program shows one.
    messageId: `${recipientId}.${token}`,
    fromName: content.fromName,
    replyTo: content.replyTo,
    subject,
    html,
    text,
    unsubscribeUrl: wantsConsent(content.category) ? unsubscribeUrl : null,
  }
}

/** Writes down what became of a letter. */
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

/** Counts a mail's letters anew: what it says of itself is always what its rows say. */
export async function recountMail({ db }: Pick<Database, 'db'>, mailId: string, now: Date): Promise<void> {
  await db.execute(sql`select recount_mails(${idArray([mailId])}, ${now.toISOString()}::timestamptz)`)
}
