import { eq, type SQL, sql } from 'drizzle-orm'
import { type MailCategory, wantsConsent } from '#contract/words/mail.ts'
import type { Scoped } from '../context.ts'
import type { Db } from '../db/client.ts'
import { idArray } from '../db/expressions.ts'
import { folded } from '../db/records.ts'
import { mail } from '../db/schema/mail.ts'
import { storeAudience } from '../mail/audience.ts'
import { visitDays } from '../mail/triggers.ts'
import { type Day, toIso } from './calendar.ts'
import { staffIdOf } from './club.ts'

interface MailSeed {
  subject: string
  category: MailCategory
  paragraphs: string[]
  fromName: string
  by: 'head' | 'manager' | 'owner'
  segmentText: string
  /** A condition on `member_in_scope l`. */
  chosen: SQL
  sleepingReason?: string
  /** Days before today, and the hour. */
  before: number
  hour: number
}

const everybody = sql`l.contract_status <> 'cancel'`
const ofShop = (shop: number) => sql`l.shop_id = ${shop} and l.contract_status <> 'cancel'`
/** Members without a visit for so many days when it was sent, so many days before today. */
const awayFor = (days: number, before: number, shop: number) =>
  sql`l.shop_id = ${shop} and l.contract_status = 'active' and l.joined_on <= data_date() - ${before + 2 * days}::integer
    and l.member_id not in (select d.member_id
      from (${visitDays(sql`(data_date() + 1 - ${before + days}::integer)`, sql`(data_date() - ${before}::integer)`)}) d)`

const mails: readonly MailSeed[] = [
  {
    subject: '【{{店舗名}}】夏季休館日のお知らせ',
    category: 'transactional',
    paragraphs: ['{{会員氏名}} 様', '8月の休館日は12日から15日です。予約の受付は通常どおり行います。'],
    fromName: 'からだクラブ',
    by: 'head',
    segmentText: '店舗: 全店舗',
    chosen: everybody,
    before: 118,
    hour: 10,
  },
  {
    subject: '秋の姿勢チェック週間のご案内',
    category: 'marketing',
    paragraphs: ['{{会員氏名}} 様', '9月の第3週に、姿勢の写真を撮って歩き方まで確認する無料のチェックを行います。'],
    fromName: 'からだクラブ 新宿店',
    by: 'manager',
    segmentText: '店舗: 新宿店、契約状態: 契約中',
    chosen: ofShop(1),
    before: 71,
    hour: 12,
  },
  {
    subject: '{{会員氏名}}様、その後お変わりありませんか',
    category: 'followUp',
    paragraphs: [
      '{{会員氏名}} 様',
      '前回のご来館（{{最終来館日}}）から少し時間がたちました。体調や予定に合わせた続け方を、一緒に考えます。',
    ],
    fromName: 'からだクラブ 新宿店',
    by: 'manager',
    segmentText: '店舗: 新宿店、契約状態: 契約中、最終来館日（終了）: 3週間以上前',
    chosen: awayFor(21, 43, 1),
    before: 43,
    hour: 18,
  },
  {
    subject: '【{{店舗名}}】会費の口座振替日の変更について',
    category: 'transactional',
    paragraphs: ['{{会員氏名}} 様', '11月分の会費の口座振替日は、27日が休日のため翌営業日になります。'],
    fromName: 'からだクラブ',
    by: 'head',
    segmentText: '店舗: 全店舗、契約状態: 契約中',
    chosen: sql`l.contract_status = 'active'`,
    before: 24,
    hour: 9,
  },
  {
    subject: '冬の温活レッスン、予約受付中です',
    category: 'marketing',
    paragraphs: ['{{会員氏名}} 様', 'からだを温めるヨガとストレッチのクラスを、12月まで毎週水曜日に開きます。'],
    fromName: 'からだクラブ',
    by: 'owner',
    segmentText: '店舗: 担当店舗すべて',
    chosen: sql`l.shop_id in (3, 4) and l.contract_status <> 'cancel'`,
    sleepingReason: '料金改定の前に、全員に一度お知らせするため',
    before: 10,
    hour: 11,
  },
  {
    subject: '{{店舗名}}からのお知らせ（ロッカー工事）',
    category: 'transactional',
    paragraphs: ['{{会員氏名}} 様', '26日の午前中、女性更衣室のロッカーの一部をご利用いただけません。'],
    fromName: 'からだクラブ 新宿店',
    by: 'manager',
    segmentText: '店舗: 新宿店',
    chosen: ofShop(1),
    before: 3,
    hour: 10,
  },
]

/** Mails of the last months with their outcomes: a few letters in a thousand bounced, and a few people unsubscribed. */
export async function insertMails(tx: Db, { until }: { until: Day }) {
  // The audience is that of the head office.
  await tx.execute(sql`select set_config('app.shops', 'all', true)`)
  for (const { paragraphs, chosen, before, hour, by, sleepingReason = null, ...one } of mails) {
    const at = new Date(`${toIso(until + 1 - before)}T${String(hour).padStart(2, '0')}:00:00+09:00`)
    const body = paragraphs.map((words) => `<p>${words}</p>`).join('')
    const [made] = await tx
      .insert(mail)
      .values({
        ...{ ...one, body, sleepingReason, replyTo: null, footer: null },
        consentBasis: wantsConsent(one.category) ? 'consent' : 'business',
        senderStaffId: staffIdOf(by),
        targetScope: 'shops',
        targetShopIds: [],
        requestedAt: new Date(at.getTime() - 60_000),
        sendAt: at,
        status: 'scheduled',
        total: 0,
        excluded: 0,
        searchText: folded(one.subject, one.segmentText),
      })
      .returning({ id: mail.id })
    const { id } = made as { id: string }
    await storeAudience(tx as Scoped, id, {
      chosen: sql`select l.member_id from member_in_scope l where ${chosen}`,
      category: one.category,
      includesSleeping: sleepingReason !== null,
      withoutUserIds: [],
    })
    await tx.execute(sql`
      update mail_recipient set attempts = 1, at = ${at.toISOString()}::timestamptz + interval '20 ms' * (id % 4000),
        status = case when id % 311 = 0 then 'bounced' when id % 467 = 0 then 'failed' else 'delivered' end,
        error = case when id % 311 = 0 then '550 5.1.1 User unknown' when id % 467 = 0 then '451 4.3.2 Please try again later' end,
        unsubscribed_at = case when id % 389 = 0 and ${wantsConsent(one.category)}
          then ${at.toISOString()}::timestamptz + interval '3 hours' end
      where mail_id = ${Number(id)} and status = 'waiting'`)
    const shops = sql`array(select distinct shop_id from mail_recipient where mail_id = ${Number(id)} and status <> 'excluded' order by 1)`
    await tx
      .update(mail)
      .set({
        targetShopIds: shops,
        total: sql`(select count(*) from mail_recipient where mail_id = ${Number(id)} and status <> 'excluded')`,
        excluded: sql`(select count(*) from mail_recipient where mail_id = ${Number(id)} and status = 'excluded')`,
      })
      .where(eq(mail.id, id))
    await tx.execute(
      sql`select recount_mails(${idArray([id])}, ${new Date(at.getTime() + 90_000).toISOString()}::timestamptz)`,
    )
  }
  await tx.execute(sql`
    insert into mail_opt_out (member_id, at)
    select member_id, min(unsubscribed_at) from mail_recipient where unsubscribed_at is not null group by 1`)
  await insertConsents(tx)
  await tx.execute(sql`
    insert into mail_bounce (email, shop_id, at, detail)
    select lower(email), shop_id, min(at), '550 5.1.1 User unknown' from mail_recipient where status = 'bounced' group by 1, 2`)
}

/** The proofs of consent: by the form on which people joined, and who unsubscribed later. */
async function insertConsents(tx: Db) {
  // Everybody's at once; what follows from a row is written beside it.
  await tx.execute(sql`alter table mail_consent disable trigger user`)
  const columns = sql`member_id, state, stated_on, source, email, recorded_at`
  const email = sql`lower(mail_address(m.email, m.representative_email))`
  await tx.execute(sql`
    insert into mail_consent (${columns})
    select m.id, 'given', m.joined_on, 'applicationForm', ${email}, (m.joined_on + time '12:00') at time zone 'Asia/Tokyo'
    from member m where m.mail_opt_in and m.joined_on is not null order by m.id`)
  await tx.execute(sql`
    insert into mail_consent (${columns})
    select o.member_id, 'withdrawn', (o.at at time zone 'Asia/Tokyo')::date, 'link', ${email}, o.at
    from mail_opt_out o join member m on m.id = o.member_id order by o.at, o.member_id`)
  await tx.execute(sql`update member m set mail_opt_in = false from mail_opt_out o where o.member_id = m.id`)
  await tx.execute(sql`alter table mail_consent enable trigger user`)
}
