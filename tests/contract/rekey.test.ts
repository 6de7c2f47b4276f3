import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resealAll } from '../../api/daily-logs/reseal.ts'
import type { Database } from '../../api/db/client.ts'
import { providerRow } from '../../api/db/schema/club-sync.ts'
import { clubConnection } from '../../api/db/schema/club-system.ts'
import { dailyLog, dailyLogChange, dailyLogWeek } from '../../api/db/schema/daily-log.ts'
import { placeOfDay, placeOfWeek, type Sealing, sealingWith } from '../../api/lib/sealing.ts'
import { placeOfTokens } from '../../api/sync/connection.ts'
import { placeOfRow } from '../../api/sync/kept-rows.ts'
import { endProcesses } from '../support/api-process.ts'
import { sampleLogs } from '../support/daily-logs.ts'
import { type KeptDatabase, keptDatabase } from '../support/kept-database.ts'

// `npm run rekey`, as an operator runs it: on a data folder, or on PostgreSQL.

const keys = new Map(['2027', '2026', '2025'].map((name) => [name, randomBytes(32)]))
const setting = (...names: string[]) => names.map((name) => `${name}:${keys.get(name)?.toString('base64')}`).join(',')
const sealingOf = (...names: string[]) => sealingWith(setting(...names)) as Sealing

let place: KeptDatabase
beforeAll(async () => {
  place = await keptDatabase()
})
afterAll(async () => {
  await place.drop()
  await endProcesses()
})

async function within<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = await place.open()
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

function rekey(...names: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../../api/commands/rekey.ts'), ...place.options],
    { encoding: 'utf8', env: { ...process.env, DAILY_LOG_KEYS: names.length ? setting(...names) : '' } },
  )
  const output = stdout.split('\n').filter((line) => line && !/^ *\d+% /.test(line))
  return { status, output, failed: stderr.trim() }
}

const day = (n: number) => `2026-10-${String(n).padStart(2, '0')}`

/** A member's days of a past month, and a published week. */
const addDays = (sealing: Sealing, memberId: string, count: number) =>
  within(async ({ db }) => {
    await db.insert(dailyLog).values(
      Array.from({ length: count }, (_, n) => ({
        ...{ memberId, shopId: '1', kind: 'condition' as const, date: day(n + 1), source: 'manual' as const },
        recordedAt: new Date(`${day(n + 1)}T21:00:00+09:00`),
        ...sealing.seal(placeOfDay('condition', memberId, day(n + 1)), { ...sampleLogs.condition, fatigue: n % 5 }),
      })),
    )
    const sealed = sealing.seal(placeOfWeek('condition', memberId, '2026-10-05'), { loggers: 5 })
    const week = { kind: 'condition' as const, week: '2026-10-05', shopId: memberId, publishedAt: new Date() }
    await db.insert(dailyLogWeek).values({ ...week, ...sealed })
    await db.delete(dailyLogChange)
  })

/** Every row, decrypted with these keys. */
const opened = (sealing: Sealing) =>
  within(async ({ db }) => {
    const rows = await db.select().from(dailyLog).orderBy(dailyLog.memberId, dailyLog.date)
    const weeks = await db.select().from(dailyLogWeek).orderBy(dailyLogWeek.shopId)
    return [
      ...rows.map(({ memberId, kind, date, keyId, sealed, recordedAt }) => ({
        ...{ keyId, recordedAt, log: sealing.open<object>(placeOfDay(kind, memberId, date), keyId, sealed) },
      })),
      ...weeks.map(({ shopId, kind, week, keyId, sealed }) => ({
        ...{ keyId, log: sealing.open<object>(placeOfWeek(kind, shopId, week), keyId, sealed) },
      })),
    ]
  })
const withoutKey = (rows: Awaited<ReturnType<typeof opened>>) => rows.map(({ keyId: _, ...row }) => row)

test('without keys, or with the demo’s alone, nothing is done and the setting is named', () => {
  const { status, failed } = rekey()
  expect(status).toBe(1)
  expect(failed).toContain('DAILY_LOG_KEYS')
})

test('everything under an older key can be decrypted with the new one alone, unchanged, and no week counts as changed', async () => {
  await addDays(sealingOf('2026'), '1', 31)
  await addDays(sealingOf('2027'), '2', 4)
  const before = await opened(sealingOf('2027', '2026'))
  expect(rekey('2027', '2026')).toEqual({
    status: 0,
    output: [
      '日次ログ 31件と週の集計 1件を、鍵「2027」で暗号化し直しました。',
      '古い鍵「2026」を使う記録はありません。DAILY_LOG_KEYS から外せます。',
    ],
    failed: '',
  })
  const after = await opened(sealingOf('2027'))
  expect(withoutKey(after)).toEqual(withoutKey(before))
  expect(new Set(after.map(({ keyId }) => keyId))).toEqual(new Set(['2027']))
  expect(await within(({ db }) => db.select().from(dailyLogChange))).toEqual([])
})

test('a second run finds nothing to do', () => {
  expect(rekey('2027', '2026').output[0]).toBe('日次ログ 0件と週の集計 0件を、鍵「2027」で暗号化し直しました。')
})

test('after an interruption every row can be decrypted with one of the keys, and the next run continues', async () => {
  await addDays(sealingOf('2026'), '6', 3)
  const both = sealingOf('2027', '2026')
  const before = await opened(both)
  const stopped = within(({ db }) =>
    resealAll(db, both, () => {
      throw new Error('stopped')
    }),
  )
  await expect(stopped).rejects.toThrow('stopped')
  const half = await opened(both)
  expect(withoutKey(half)).toEqual(withoutKey(before))
  expect(new Set(half.map(({ keyId }) => keyId))).toEqual(new Set(['2027', '2026']))
  expect(rekey('2027', '2026').output[0]).toBe('日次ログ 0件と週の集計 1件を、鍵「2027」で暗号化し直しました。')
  expect(withoutKey(await opened(sealingOf('2027')))).toEqual(withoutKey(before))
})

test('a row with a missing key stays unchanged, the key is named, and other rows are done', async () => {
  await addDays(sealingOf('2025'), '3', 2)
  await addDays(sealingOf('2026'), '4', 3)
  const result = rekey('2027', '2026')
  expect(result.status).toBe(1)
  expect(result.output).toEqual(['日次ログ 3件と週の集計 1件を、鍵「2027」で暗号化し直しました。'])
  expect(result.failed.split('\n')[0]).toBe(
    '鍵「2025」で暗号化された 2件（2026/10/01 体調 など）は、DAILY_LOG_KEYS に鍵「2025」がないため開けません。変更していません。鍵を追加してもう一度実行してください。',
  )
  const rows = await opened(sealingOf('2027', '2025'))
  expect(rows.filter(({ keyId }) => keyId === '2025')).toHaveLength(3)
  expect(rekey('2027', '2026', '2025').status).toBe(0)
})

test('a key with the right name and another value decrypts nothing, and changes nothing', async () => {
  await addDays(sealingOf('2026'), '5', 2)
  const before = await opened(sealingOf('2027', '2026'))
  const right = keys.get('2026') as NonNullable<ReturnType<typeof keys.get>>
  keys.set('2026', randomBytes(32))
  const result = rekey('2027', '2026')
  keys.set('2026', right)
  expect(result.status).toBe(1)
  expect(result.failed).toContain('鍵「2026」で暗号化された 2件（2026/10/01 体調 など）は、鍵が違うか')
  expect(await opened(sealingOf('2027', '2026'))).toEqual(before)
})

test('the tokens and rows of the club system can be decrypted with the new key alone; without their key they stay as they are', async () => {
  const held = { accessToken: 'access', refreshToken: 'refresh' }
  const tokensUnder = (sealing: Sealing) =>
    within(async ({ db }) => {
      const [row] = await db.select().from(clubConnection)
      return sealing.open(placeOfTokens('public'), row?.keyId as string, row?.sealed as Uint8Array)
    })
  const connection = { id: 1, publicId: 'public', brandCode: 'karada', connectedAt: new Date() }
  await within(({ db }) =>
    db.insert(clubConnection).values({ ...connection, ...sealingOf('2026').seal(placeOfTokens('public'), held) }),
  )
  const row = { brandCode: 'karada', resource: 'members', theirId: '1', hash: 'h', seenAt: new Date() } as const
  const place = placeOfRow('karada', 'members', '1')
  await within(({ db }) =>
    db.insert(providerRow).values({ ...row, outcome: 'written', ...sealingOf('2026').seal(place, { id: 1 }) }),
  )
  const rowUnder = (sealing: Sealing) =>
    within(async ({ db }) => {
      const [kept] = await db.select().from(providerRow)
      return sealing.open(place, kept?.keyId as string, kept?.sealed as Uint8Array)
    })
  const unopened = rekey('2027', '2025')
  expect([unopened.status, unopened.failed]).toEqual([1, expect.stringContaining('会員管理システムの許可')])
  expect(unopened.failed).toContain('会員管理システムから届いた 1件')
  expect(await tokensUnder(sealingOf('2026'))).toEqual(held)
  expect(rekey('2027', '2026').output).toContain('会員管理システムの許可も暗号化し直しました。')
  expect(await tokensUnder(sealingOf('2027'))).toEqual(held)
  expect(await rowUnder(sealingOf('2027'))).toEqual({ id: 1 })
})
