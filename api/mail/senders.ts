import { sql } from 'drizzle-orm'
import type { MailSender } from '#contract/mail-letter.ts'
import type { Scoped } from '../context.ts'
import { idArray, rowsOf } from '../db/expressions.ts'

/** Who writes for `shop s`, whose own details replace those of the chain (`club c`). */
export const senderColumns = sql`json_build_object('name', coalesce(s.sender_name, c.name),
  'address', coalesce(s.sender_address, c.address), 'contact', coalesce(s.sender_contact, c.contact),
  'fromName', coalesce(s.sender_from_name, c.from_name), 'tel', coalesce(s.tel, ''))`

/** Whether the law's details of a sender are there; the telephone is no part of them. */
export const isComplete = ({ tel: _, ...sender }: MailSender) => Object.values(sender).every((text) => text !== '')

/** Who writes for a shop in scope, or without one for the chain. */
export async function senderOf(scoped: Scoped, shopId: string | null): Promise<MailSender> {
  const [found] = await rowsOf<{ sender: MailSender }>(
    scoped,
    sql`select ${senderColumns} as sender from club c left join shop s on s.id = ${shopId && Number(shopId)}::integer`,
  )
  return found?.sender as MailSender
}

/** Those of the shops that nobody may advertise for yet, by name. */
export async function shopsWithoutSender(scoped: Scoped, shopIds: readonly string[]): Promise<string[]> {
  const rows = await rowsOf<{ name: string; sender: MailSender }>(
    scoped,
    sql`select s.name, ${senderColumns} as sender from shop s cross join club c
      where s.id = any(${idArray(shopIds)}) order by s.sort_order, s.id`,
  )
  return rows.filter(({ sender }) => !isComplete(sender)).map(({ name }) => name)
}
