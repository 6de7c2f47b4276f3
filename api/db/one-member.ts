import { type SQL, sql } from 'drizzle-orm'
import type { Scoped } from '../context.ts'
import { rowsOf } from './expressions.ts'

/** A person in a row: number and name only (decision 0017). */
export interface FoundMember {
  userId: number | null
  memberNo: string
  lastName: string
  firstName: string
  lastNameKana: string | null
  firstNameKana: string | null
}

async function membersOf(scoped: Scoped, members: SQL): Promise<number[]> {
  const rows = await rowsOf<{ id: number }>(scoped, sql`select id from ${members} as id`)
  return rows.map(({ id }) => id)
}

/** Members assigned to the caller, or booked with them within 30 days. */
export const assignedMembers = (scoped: Scoped, now: Date) =>
  membersOf(scoped, sql`assigned_members(${now.toISOString()}::timestamptz)`)

/**
 * Members whose days of health data the caller may read: an assignment opens them once it is approved (decision 0061).
 */
export const healthMembers = (scoped: Scoped, now: Date) =>
  membersOf(scoped, sql`health_members(${now.toISOString()}::timestamptz)`)

/** The row's number of this user's member, where they are in scope. */
export async function memberIdOf(scoped: Scoped, userId: string): Promise<number | null> {
  const [found] = await rowsOf<{ id: number }>(scoped, sql`select id from member where user_id = ${Number(userId)}`)
  return found?.id ?? null
}

/** The member with this user's id, with their shop, if in scope. */
export async function memberOfUser(scoped: Scoped, userId: string) {
  const [found] = await rowsOf<FoundMember & { userId: number; memberId: number; shopId: number }>(
    scoped,
    sql`
      select m.id as "memberId", m.user_id as "userId", m.member_no as "memberNo", m.last_name as "lastName",
        m.first_name as "firstName", m.last_name_kana as "lastNameKana", m.first_name_kana as "firstNameKana",
        m.shop_id as "shopId"
      from member m where m.user_id = ${Number(userId)}`,
  )
  return found ?? null
}
