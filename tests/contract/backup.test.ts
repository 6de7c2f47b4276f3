import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backupKeyOf } from '../../api/backup/file.ts'
import { readBackup } from '../../api/backup/read-backup.ts'
import { endProcesses } from '../support/api-process.ts'
import { differing, dropPlaces, everything, newEmbedded, productToBackUp } from '../support/backups.ts'

// What takes longer is in `backup.assault.test.ts`.

let product: Awaited<ReturnType<typeof productToBackUp>>
beforeAll(async () => {
  product = await productToBackUp()
})
afterAll(async () => {
  await product.place.drop()
  await dropPlaces()
  await endProcesses()
})

test('a backup is read back before it has its name, and names the keys that it needs', async () => {
  const { status, output, failed } = product.run('backup', [...product.place.options, '--out', product.file], {
    storage: product.pictures,
  })
  expect([status, failed]).toEqual([0, ''])
  expect(output).toContain('すべて読み直して一致を確かめました')
  expect(output).toContain(`BACKUP_KEY（${await identityToRecipient(product.key)}）、DAILY_LOG_KEYS の「2026」`)
  expect(output).not.toContain(product.key)
  expect(readdirSync(product.folder)).toEqual(['whole.age'])
  expect(readFileSync(product.file).subarray(0, 21).toString()).toBe('age-encryption.org/v1')
})

test('a copy on the other engine has every row, number and picture; what waited is held back', async () => {
  const copy = newEmbedded()
  const { status, output, failed } = product.run('restore', ['--from', product.file, ...copy.options])
  expect([status, failed]).toEqual([0, ''])
  expect(output).toContain('写しとして復元')
  expect(differing(await everything(product.place), await everything(copy))).toEqual([
    ...['audit_head', 'audit_log', 'club_connection', 'digest_subscription', 'mail', 'mail_step', 'session'],
  ])
  expect(readFileSync(join(copy.data, 'uploads', `${product.picture}.webp`))).toEqual(
    readFileSync(join(product.pictures, `${product.picture}.webp`)),
  )
  const again = product.run('restore', ['--from', product.file, ...copy.options])
  expect([again.status, again.failed]).toEqual([1, expect.stringContaining('すでにデータベースがあります')])
})

test('another key, a cut file and a changed byte are refused, and missing keys of health data before anything is written', async () => {
  const bytes = readFileSync(product.file)
  const [cut, changed] = [join(product.folder, 'cut.age'), join(product.folder, 'changed.age')]
  writeFileSync(cut, bytes.subarray(0, bytes.length - (bytes.length % 65_552)))
  bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 1
  writeFileSync(changed, bytes)
  const unreadable = 'バックアップを開けません'
  await expect(readBackup(product.file, await generateX25519Identity())).rejects.toThrow(unreadable)
  await expect(readBackup(cut, product.key)).rejects.toThrow(unreadable)
  await expect(readBackup(changed, product.key)).rejects.toThrow(unreadable)
  await expect(readBackup(join(product.folder, 'none.age'), product.key)).rejects.toThrow('見つかりません')
  await expect(backupKeyOf('')).rejects.toThrow('BACKUP_KEY に')
  const there = newEmbedded()
  const { status, failed } = product.run('restore', ['--from', product.file, ...there.options], { dailyLogKeys: '' })
  expect([status, failed]).toEqual([1, expect.stringContaining('健康情報の鍵「2026」が DAILY_LOG_KEYS にありません')])
  expect(existsSync(there.data)).toBe(false)
})
