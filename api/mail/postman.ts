import { and, eq, inArray, sql } from 'drizzle-orm'
import { cutText } from '#contract/cut-text.ts'
import { letterParts } from '#contract/mail-letter.ts'
import { mailCategories, wantsConsent, wantsSender } from '#contract/words/mail.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Database, Db } from '../db/client.ts'
import { idArray } from '../db/expressions.ts'
import { mail, mailBounce, mailRecipient } from '../db/schema/mail.ts'
import { staff } from '../db/schema/organisation.ts'
import { inScope } from '../db/scope.ts'
import {
  address,
  hasAnswered,
  hasAnsweredHere,
  hasNoConsent,
  hasNoConsentHere,
  isBounced,
  isBouncedHere,
} from './audience.ts'
import { requestLink } from './consent-link.ts'
import type { JobKinds, Jobs } from './jobs.ts'
import { currentPause, startPause } from './pause.ts'
import { sameAnswer } from './replies.ts'
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

/** Letters of a mail refused in a row with the same answer before the rest is given up. */
export const mostRefusals = 5

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
    if (await currentPause(database.db, clock())) return putOff(database, jobs, recipientIds, clock())
    await leaveOut(database, recipientIds, clock())
    const { mailIds, letters: left } = await readLetters(database, recipientIds)
    const later: string[] = []
    const next = async () => {
      for (let letter = left.shift(); letter; letter = left.shift()) {
        const { isOpen, isPaused } = await stateOf(database, letter, clock())
        if (!isOpen) continue
        if (isPaused) {
          later.push(letter.recipientId)
          continue
        }
        const consentUrl = await consentUrlOf(database, letter, appUrl, clock())
        const refusal = await transport.send(letterFor(letter, appUrl, consentUrl)).then(() => null, refusalOf)
        if (refusal?.kind === 'limit') later.push(letter.recipientId)
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
    await putOff(database, jobs, later, clock())
  }

/** Hands letters over again when the pause is over. */
async function putOff({ db }: Database, jobs: Jobs, recipientIds: string[], now: Date): Promise<void> {
  if (recipientIds.length === 0) return
  const pause = await currentPause(db, now)
  const seconds = pause ? Math.ceil((pause.until.getTime() - now.getTime()) / 1000) : 0
  await db.transaction((tx) =>
    jobs.addAll(
      tx,
      'letter',
      recipientIds.map((recipientId) => ({ recipientId })),
      seconds,
    ),
  )
}

type Letter = Awaited<ReturnType<typeof readLetters>>['letters'][number]

/** The letters still to send, with their data, and the mails of all: reads all shops. */
const readLetters = (database: Database, recipientIds: string[]) =>
  inScope(database, { shops: 'all' }, 'read', async (scoped) => {
    const rows = await scoped
      .select({ recipient: mailRecipient, mail, sentBy: staff.displayName })
      .from(mailRecipient)
      .innerJoin(mail, eq(mail.id, mailRecipient.mailId))
      .leftJoin(staff, eq(staff.id, mail.senderStaffId))
      .where(inArray(mailRecipient.id, recipientIds))
    const open = rows.filter(({ recipient }) => recipient.status === 'waiting')
    const members = await lettersMembers(
      scoped,
      open.map(({ recipient }) => recipient.memberId),
    )
    const byId = new Map(members.map((member) => [String(member.memberId), member]))
    const letters = open.flatMap(({ recipient, mail: content, sentBy }) => {
      const member = byId.get(recipient.memberId)
      const { id: recipientId, memberId, shopId, attempts, email, token } = recipient
      return member && email && token
        ? [{ recipientId, memberId, shopId, attempts, email, token, content, member, sentBy }]
        : []
    })
    return { mailIds: [...new Set(rows.map((row) => row.mail.id))], letters }
  })

/**
 * Excludes members who withdrew consent or whose address turned out to be bad since the mail was confirmed; from a
 * 配信のお願い also those who answered, left, or have another address, to which they may be written to later.
 */
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
      select r.id, case when ${isBouncedHere} then 'bounced'
          when l.category in (${wantsIt}) and ${hasNoConsentHere} then 'noConsent'
          when l.category = 'consentRequest' and m.contract_status = 'cancel' then 'cancelled'
          when l.category = 'consentRequest' and ${hasAnsweredHere} then 'answered'
          when l.category = 'consentRequest' and lower(r.email) is distinct from lower(${address}) then 'addressChanged'
          when ${isBounced} or l.category in (${wantsIt}) and ${hasNoConsent}
            or l.category = 'consentRequest' and ${hasAnswered} then 'unreachable' end as reason
      from mail_recipient r join mail l on l.id = r.mail_id join member m on m.id = r.member_id
      where r.id = any(${idArray(recipientIds)})
    ) c
    where c.id = w.id and c.reason is not null and w.status = 'waiting'`)
}

/** Queried right before a letter is sent: cancelled ones are skipped, and while the server takes none they wait. */
async function stateOf({ db }: Database, { recipientId }: Letter, now: Date) {
  const isPaused = sql<boolean>`exists (select from mail_pause where until > ${now.toISOString()}::timestamptz)`
  const isThis = and(eq(mailRecipient.id, recipientId), eq(mailRecipient.status, 'waiting'))
  const [found] = await db.select({ isPaused }).from(mailRecipient).where(isThis)
  return { isOpen: found !== undefined, isPaused: found?.isPaused ?? false }
}

/** The member's own page to consent, only in a 配信のお願い. */
async function consentUrlOf({ db }: Database, { content, memberId, email }: Letter, appUrl: string, now: Date) {
  if (content.category !== 'consentRequest') return null
  return `${appUrl}/mail-consent?t=${await requestLink(db, memberId, email, now)}`
}

function letterFor(letter: Letter, appUrl: string, consentUrl: string | null) {
  const { recipientId, email, token, content, member, sentBy } = letter
  const unsubscribeUrl = `${appUrl}/unsubscribe?t=${token}`
  const { subject, fromName, html, text } = letterParts(content, member.values, {
    shop: member.shop,
    appUrl,
    unsubscribeUrl,
    sentBy,
    consentUrl,
    tracking: { picture: `${appUrl}/m/${token}.gif`, linkTo: (at) => `${appUrl}/m/${token}/${at}` },
  })
  return {
    to: email,
    // Stable per letter, so that a mail program shows a letter that is sent twice only once.
    messageId: `${recipientId}.${token}`,
    fromName,
    replyTo: content.replyTo,
    subject,
    html,
    text,
    unsubscribeUrl: wantsSender(content.category) ? unsubscribeUrl : null,
    isAutomatic: content.stepId !== null,
  }
}

/** Stores the outcome of a letter. */
async function mark({ db }: Database, jobs: Jobs, letter: Letter, refusal: Refusal | null, now: Date): Promise<void> {
  const attempts = letter.attempts + 1
  const isThis = eq(mailRecipient.id, letter.recipientId)
  if (refusal === null) return markDelivered(db, letter, attempts, now)
  const error = cutText(refusal.detail, 500)
  await db.transaction(async (tx) => {
    if (refusal.kind === 'limit') {
      await startPause(tx, error, now)
      await tx.update(mailRecipient).set({ error, at: now }).where(isThis)
      return
    }
    if (refusal.kind === 'temporary' && attempts <= mostTries) {
      await tx.update(mailRecipient).set({ attempts, error, at: now }).where(isThis)
      await jobs.addAll(tx, 'letter', [{ recipientId: letter.recipientId }], waitAfter(attempts))
      return
    }
    const isUnknown = refusal.kind === 'noSuchAddress'
    const isRefusal = !isUnknown && error.startsWith('5')
    // The mail before its letters, as everywhere: two refusals would wait for each other.
    const isStopped = isRefusal && (await countRefusal(tx, letter.content.id, error, now))
    const status = isUnknown ? 'bounced' : 'failed'
    await tx.update(mailRecipient).set({ status, attempts, error, at: now }).where(isThis)
    if (isStopped) await stopMail(tx, jobs, letter.content.id, now)
    if (isUnknown)
      await tx
        .insert(mailBounce)
        .values({ email: letter.email.toLowerCase(), shopId: letter.shopId, at: now, detail: error })
        .onConflictDoNothing()
  })
}

/** The server takes letters: neither a pause nor a row of refusals goes on. In one statement, as most letters end so. */
async function markDelivered(db: Db, { recipientId, content }: Letter, attempts: number, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  await db.execute(sql`
    with delivered as (
      update mail_recipient set status = 'delivered', attempts = ${attempts}, error = null, at = ${at}
      where id = ${Number(recipientId)}
    ), resumed as (delete from mail_pause where until <= ${at})
    update mail set refused_in_row = 0, refused_answer = null where id = ${Number(content.id)} and refused_in_row > 0`)
}

/** Counts a refusal of a mail's letter; whether it is the one after which the rest is given up. */
async function countRefusal(tx: Db, mailId: string, reply: string, now: Date): Promise<boolean> {
  const answer = sameAnswer(reply)
  const inRow = sql`case when ${mail.refusedAnswer} = ${answer} then ${mail.refusedInRow} + 1 else 1 end`
  const isLast = sql`${mail.stoppedAt} is null and ${inRow} >= ${mostRefusals}`
  const [counted] = await tx
    .update(mail)
    .set({
      refusedInRow: sql`least(${inRow}, 1000)`,
      refusedAnswer: answer,
      stoppedAt: sql`case when ${isLast} then ${now.toISOString()}::timestamptz else ${mail.stoppedAt} end`,
      stopDetail: sql`case when ${isLast} then ${reply} else ${mail.stopDetail} end`,
    })
    .where(eq(mail.id, mailId))
    .returning({ stoppedAt: mail.stoppedAt, inRow: mail.refusedInRow })
  return counted?.stoppedAt?.getTime() === now.getTime() && counted.inRow === mostRefusals
}

/** The letters that are not under way yet are not sent, and the sender is notified. */
async function stopMail(tx: Db, jobs: Jobs, mailId: string, now: Date): Promise<void> {
  const isWaiting = and(eq(mailRecipient.mailId, mailId), eq(mailRecipient.status, 'waiting'))
  await tx.update(mailRecipient).set({ status: 'cancelled', at: now }).where(isWaiting)
  await jobs.add(tx, 'mail', { kind: 'mailStopped', mailId })
}

/** Recounts a mail's letters, so that its counts always equal its rows. */
async function recountMail({ db }: Pick<Database, 'db'>, mailId: string, now: Date): Promise<void> {
  await db.execute(sql`select recount_mails(${idArray([mailId])}, ${now.toISOString()}::timestamptz)`)
}
