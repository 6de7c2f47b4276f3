import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../api/db/client.ts'
import { migrate } from '../../api/db/migrate.ts'
import { auditLog } from '../../api/db/schema/identity.ts'
import { endProcesses, newFolder } from '../support/api-process.ts'

// `npm run audit -- --check` on a data folder, as an operator runs it.

let dataDir: string
const within = async (work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<unknown>) => {
  const database = await openDatabase({ kind: 'pglite', dataDir: join(dataDir, 'db') })
  await work(database)
  await database.close()
}
const check = () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../../api/commands/audit.ts'), '--check', '--data-dir', dataDir],
    { encoding: 'utf8' },
  )
  return { status, output: (stdout + stderr).trim() }
}

beforeAll(async () => {
  dataDir = newFolder()
  await within(async (database) => {
    await migrate(database)
    for (const minute of [1, 2, 3]) {
      const at = new Date(`2026-11-21T01:0${minute}:00Z`)
      const row = { at, action: 'shop.update', resourceType: 'shop', resourceId: '1' }
      await database.db.insert(auditLog).values({ ...row, requestId: `row-${minute}` })
    }
  })
})
afterAll(endProcesses)

test('an intact log is reported as intact', () => {
  expect(check()).toEqual({ status: 0, output: '操作履歴 3件はすべてつながっています。' })
})

test('in a log that its owner has changed, the first broken row is named, with exit code 1', async () => {
  await within(({ exec }) =>
    exec(`
      alter table audit_log disable trigger audit_log_no_change;
      update audit_log set action = 'shop.create' where seq = 2;
      alter table audit_log enable trigger audit_log_no_change`),
  )
  expect(check()).toEqual({
    status: 1,
    output: '操作履歴の番号 2（2026/11/21 10:02:00 shop.create）から先の記録が、前の記録とつながりません。',
  })
})
