import { sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { rowsOf } from '../../db/expressions.ts'

/** Whether the audit log is intact, for operators. */
export interface AuditChain {
  rows: number
  /** The first row with a broken link; null: none. */
  broken: number | null
  /** Of the broken row, if it still exists. */
  at: string | null
  action: string | null
}

export async function auditChain(db: Db): Promise<AuditChain> {
  const [found] = await rowsOf<AuditChain>(
    db,
    sql`
      select (select count(*) from audit_log) as rows, broken, a.action,
        to_char(a.at at time zone 'Asia/Tokyo', 'YYYY/MM/DD HH24:MI:SS') as at
      from audit_log_first_break() as broken left join audit_log a on a.seq = broken`,
  )
  if (!found) throw new Error('A check has one row')
  return found
}

export function chainSentence({ rows, broken, at, action }: AuditChain): string {
  if (broken === null) return `操作履歴 ${rows.toLocaleString('ja-JP')}件はすべてつながっています。`
  const row = at === null ? '（記録がありません）' : `（${at} ${action}）`
  return `操作履歴の番号 ${broken}${row}から先の記録が、前の記録とつながりません。`
}
