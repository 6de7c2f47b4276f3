import { sql } from 'drizzle-orm'
import type { LetterShop } from '#contract/mail-letter.ts'
import { type MailVariable, withoutValue } from '#contract/words/mail.ts'
import type { Scoped } from '../context.ts'
import { idArray, rowsOf } from '../db/expressions.ts'
import { senderColumns } from './senders.ts'

/** The values of a mail's variables for a member; the 配信停止 link belongs to the mail. */
type MemberValues = Record<Exclude<MailVariable, '配信停止URL'>, string>

export interface LetterMember {
  memberId: number
  values: MemberValues
  shop: LetterShop
}

interface Row {
  memberId: number
  name: string
  shopName: string
  sender: LetterShop['sender']
  lastVisitOn: string | null
  planName: string | null
  ticketsLeft: number
}

/** The current values of these members, as far as the caller may see them. */
export async function lettersMembers(scoped: Scoped, memberIds: readonly string[]): Promise<LetterMember[]> {
  const rows = await rowsOf<Row>(
    scoped,
    sql`select m.id as "memberId", m.last_name || ' ' || m.first_name as name, s.name as "shopName",
      ${senderColumns} as sender,
      to_char(l.last_visit_on, 'YYYY/MM/DD') as "lastVisitOn", p.name as "planName",
      (select coalesce(sum(t.granted_num - t.used_num), 0)::integer from member_ticket t
        where t.member_id = m.id and (t.expires_on >= (select data_date())) is not false) as "ticketsLeft"
    from member m join member_in_scope l on l.member_id = m.id join shop s on s.id = m.shop_id cross join club c
    left join shop_plan p on p.id = l.plan_id
    where m.id = any(${idArray(memberIds)})`,
  )
  return rows.map(({ memberId, name, shopName, sender, lastVisitOn, planName, ticketsLeft }) => ({
    memberId,
    values: {
      会員氏名: name,
      店舗名: shopName,
      最終来館日: lastVisitOn ?? withoutValue.最終来館日,
      プラン名: planName ?? withoutValue.プラン名,
      チケット残数: String(ticketsLeft),
    },
    shop: { name: shopName, sender },
  }))
}
