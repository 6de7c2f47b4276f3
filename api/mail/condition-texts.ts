import type { MailMemberFilter } from '#contract/mail.ts'
import { conditionOf, conditionText } from '#contract/words/audit-conditions.ts'
import type { Scoped } from '../context.ts'
import { staffInSight } from '../db/staff-in-sight.ts'

/** A member filter in words, without the shop: 「契約状態: 契約中」, with a trainer's name, where the reader sees them. */
export async function conditionTexts(scoped: Scoped, filter: MailMemberFilter): Promise<string[]> {
  const { shopId: _, trainerStaffId, ...conditions } = filter
  const texts = Object.entries(conditions).flatMap(([key, value]) =>
    value === undefined ? [] : [`${conditionOf(key)?.label ?? key}: ${conditionText(key, String(value))}`],
  )
  if (trainerStaffId === undefined) return texts
  const trainer = (await staffInSight(scoped, [trainerStaffId])).get(trainerStaffId)
  return [...texts, `${conditionOf('trainerStaffId')?.label}: ${trainer ?? '–'}`]
}
