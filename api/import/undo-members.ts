import { sql } from 'drizzle-orm'
import type { ShopScope } from '../context.ts'
import type { Db } from '../db/client.ts'
import { takeConsentsBack } from './mail-consent.ts'
import { memberTable } from './member-fields.ts'
import { judgeUndo, restoreRows } from './undo.ts'
import { refreshWritten } from './write-members.ts'

/** Takes an import back as it was counted, in the caller's transaction, and marks each row with what became of it. */
export async function undoMembers(tx: Db, importId: string, shops: ShopScope): Promise<void> {
  const id = Number(importId)
  await tx.execute(sql`set local app.bulk = 'on'`)
  await judgeUndo(memberTable, tx, importId, shops)
  await restoreRows(memberTable, tx, importId)
  await takeConsentsBack(tx, id)
  await tx.execute(sql`
    with gone as (
      delete from member m using import_row r
      where r.import_id = ${id} and r.undo = 'restored' and r.outcome = 'created' and m.id = r.member_id
      returning m.user_id
    )
    delete from user_account a using gone where a.id = gone.user_id`)
  await refreshWritten(tx, id)
  await tx.execute(sql`select forget_empty_totals()`)
}
