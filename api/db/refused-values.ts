import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { ApiError } from '#contract/errors.ts'
import { tokyoDayOf } from '../lib/time.ts'
import type { Db } from './client.ts'
import { rowsOf } from './expressions.ts'

// Numbers and addresses are unique over the chain, so a refusal tells that somebody in another shop has one. The sentence
// is one for all reasons, and a person who does not see every shop gets few such answers a day, over files and forms.

/** Such answers a person gets within a day in Tokyo. */
export const mostRefusedValues = 10

/** In a file, beside its column. */
export const numberRefused = 'この番号は登録できません'
export const addressRefused = 'このメールアドレスは登録できません'
/** In a form, once the day's answers are used up: of any value, or the refusal would be another answer. */
export const addressesUsedUp = `登録できない番号やメールアドレスが今日${mostRefusedValues}件になったため、明日まで登録できません。お急ぎの場合は、本部に登録を依頼してください。`

/** A refusal that counts as one of the day's answers, after its transaction has been taken back. */
export class ValueTaken extends ApiError {
  readonly value: string
  constructor(value: string, fields: Record<string, string>) {
    super('invalid', { fields })
    this.value = value
  }
}

const hashOf = (value: string) => createHash('sha256').update(value).digest('base64url')

/** Of whom the answers are counted, and when. */
export interface Asking {
  staffId: string
  now: Date
}

/** Notes refused values, each once a day; whether these are more than a person gets. */
export async function noteRefusedValues(db: Db, { staffId, now }: Asking, values: readonly string[]): Promise<boolean> {
  const [noted] = await rowsOf<{ isMore: boolean }>(
    db,
    sql`select note_refused_values(${Number(staffId)}, ${tokyoDayOf(now)}::date,
      ${sql.param(values.map(hashOf))}::text[], ${mostRefusedValues}) as "isMore"`,
  )
  return noted?.isMore ?? false
}

/** Whether the person has had all answers of the day. */
export async function areRefusalsUsedUp(db: Db, { staffId, now }: Asking): Promise<boolean> {
  const [used] = await rowsOf<{ n: number }>(
    db,
    sql`select refused_values(${Number(staffId)}, ${tokyoDayOf(now)}::date) as n`,
  )
  return (used?.n ?? 0) >= mostRefusedValues
}
