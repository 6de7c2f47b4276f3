import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { identityToRecipient } from 'age-encryption'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeLines } from '../../api/backup/file.ts'
import { readBackup } from '../../api/backup/read-backup.ts'
import { requireKnownVersion } from '../../api/backup/restore-backup.ts'
import { backupLines } from '../../api/backup/write-backup.ts'
import { holdDataDir } from '../../api/db/data-dir.ts'
import { isMigrated, migrateTo, migrationHashes } from '../../api/db/migrate.ts'
import { localStorage } from '../../api/storage/local.ts'
import { endProcesses, newFolder } from '../support/api-process.ts'
import { differing, dropPlaces, everything, newPlace, productToBackUp, within } from '../support/backups.ts'

// What of backups takes a minute: more restores, and what cannot be backed up.

let product: Awaited<ReturnType<typeof productToBackUp>>
beforeAll(async () => {
  product = await productToBackUp()
  product.run('backup', [...product.place.options, '--out', product.file], { storage: product.pictures })
})
afterAll(async () => {
  await product.place.drop()
  await dropPlaces()
  await endProcesses()
})

test('in the place of a product that is gone everything goes on, jobs too; a second restore changes nothing', async () => {
  const there = await newPlace()
  const storage = newFolder()
  const { status, failed } = product.run('restore', ['--from', product.file, '--in-its-place', ...there.options], {
    storage,
  })
  expect([status, failed]).toEqual([0, ''])
  const before = await everything(there)
  expect(differing(await everything(product.place), before)).toEqual(['audit_head', 'audit_log', 'session'])
  await within(there, async ({ db }) => {
    const { rows } = await db.execute(sql`select name, state, data from pgboss.job`)
    expect(rows).toEqual([{ name: 'letter', state: 'created', data: { recipientId: '999' } }])
    const next = sql`select nextval('member_id_seq') > max(id) as follows from member`
    expect((await db.execute(next)).rows).toEqual([{ follows: true }])
    expect((await db.execute(sql`select audit_log_first_break() as broken`)).rows).toEqual([{ broken: null }])
  })
  const again = product.run('restore', ['--from', product.file, ...there.options], { storage: newFolder() })
  expect([again.status, again.failed]).toEqual([1, expect.stringMatching(/復元先|すでに/)])
  expect(again.failed).toContain('何も変わっていません')
  expect(differing(before, await everything(there))).toEqual([])
})

test('a backup that cannot be made leaves no file: the folder in use, no database, the name taken, pictures elsewhere', async () => {
  const busy = newFolder()
  mkdirSync(join(busy, 'db'))
  const release = holdDataDir(busy)
  const out = join(newFolder(), 'it.age')
  const inUse = product.run('backup', ['--database-url', '', '--data-dir', busy, '--out', out])
  release()
  expect([inUse.status, inUse.failed]).toEqual([1, expect.stringContaining('別のプロセスが使用中')])
  expect(product.run('backup', ['--database-url', '', '--data-dir', newFolder(), '--out', out]).failed).toContain(
    'ありません',
  )
  expect(product.run('backup', [...product.place.options, '--out', product.file]).failed).toContain('すでにあります')
  expect([existsSync(out), existsSync(`${out}.part`)]).toEqual([false, false])
  // Kept, and not green.
  const elsewhere = product.run('backup', [...product.place.options, '--out', out], { storage: newFolder() })
  expect([elsewhere.status, elsewhere.failed]).toEqual([
    1,
    expect.stringContaining('1件が、画像のフォルダーにありません'),
  ])
})

test('a backup of an older version is restored as it was, and brought to this one; a newer one is refused', async () => {
  const older = await newPlace()
  const path = join(product.folder, 'older.age')
  const written = { tables: new Map(), pictures: 0, missing: 0 }
  const options = {
    kind: 'pglite',
    storage: localStorage(newFolder()),
    now: new Date(),
    onTable: () => {},
    written,
  } as const
  await within(older, async (database) => {
    await migrateTo(database, migrationHashes().length - 1)
    await database.exec('create table drizzle.applied_step (name text primary key, version text not null)')
    await database.db.transaction(async (tx) =>
      writeLines(path, await identityToRecipient(product.key), backupLines(tx, options)),
    )
  })
  const { header } = await readBackup(path, product.key)
  expect(header.migrations).toEqual(migrationHashes().slice(0, -1))
  const there = await newPlace()
  // Pictures of another product would be removed as those of nobody.
  const refused = product.run('restore', ['--from', path, ...there.options], { storage: product.pictures })
  expect([refused.status, refused.failed]).toEqual([1, expect.stringContaining('画像のフォルダーに画像があります')])
  const { status, failed } = product.run('restore', ['--from', path, ...there.options], { storage: newFolder() })
  expect([status, failed]).toEqual([0, ''])
  await within(there, async (database) => expect(await isMigrated(database)).toBe(true))
  const newer = { ...header, migrations: [...migrationHashes(), 'one more'] }
  expect(() => requireKnownVersion(newer)).toThrow(`移行 ${migrationHashes().length + 1}個`)
})
