import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../api/db/client.ts'
import { temporaryFolder } from '../tests/support/stack.ts'

/** Of the demo; the people are spread over them. */
export const shops = 6

export const busyAddress = (at: number) => `busy${at}@example.jp`

/** A copy of seeded data with additional managers, numbered from 1, who sign in like the first one. */
export async function withMoreStaff(seeded: string, people: number): Promise<string> {
  const folder = temporaryFolder()
  cpSync(join(seeded, 'db'), join(folder, 'db'), { recursive: true })
  const { db, close } = await openDatabase({ kind: 'pglite', dataDir: join(folder, 'db') })
  for (let at = 1; at <= people; at += 1) {
    await db.execute(`
      with account as (insert into user_account (type) values ('staff') returning id),
      person as (
        insert into staff (user_id, email, password_hash, display_name, role, is_admin, status)
        select account.id, '${busyAddress(at)}', password_hash, '職員 ${at}', role, false, 'active'
        from staff, account where email = 'manager@example.jp'
        returning id)
      insert into shop_staff (staff_id, shop_id) select person.id, 1 + ${at} % ${shops} from person`)
  }
  await close()
  return folder
}
