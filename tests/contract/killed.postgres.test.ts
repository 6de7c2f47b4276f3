import { afterEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../api/db/client.ts'
import { uidOf } from '../../api/identity/identity.ts'
import { openSession } from '../../api/identity/session.ts'
import { emulatorIssuer, startApi } from '../support/api.ts'
import { ended, endProcesses, freePort, startProcess, untilReady } from '../support/api-process.ts'
import { newOnPostgres } from '../support/database.ts'
import { tell, times } from '../support/runs.ts'

const writers = 6
const rounds = times(4, 20)
const writesARound = 25

afterEach(endProcesses)

interface Form {
  key: string
  title: string
}

/** A database with one shop and some signed-in people, as after an earlier run. */
async function prepare(url: string) {
  const api = await startApi({ database: await openDatabase({ kind: 'postgres', url }) })
  api.time.now = new Date()
  const shopId = await api.makeShop()
  const tokens: string[] = []
  for (let at = 0; at < writers; at += 1) {
    const person = await api.makeStaff({ role: 'level3', shops: [shopId] })
    const sid = await openSession(api.db, person.staffId, api.time.now)
    tokens.push(await emulatorIssuer().idToken({ sub: uidOf(person.userId), sid }, new Date()))
  }
  await api.close()
  return { shopId, tokens }
}

/** The server has finished a killed client's work when its connections are closed. */
async function untilAlone(database: Database) {
  const others = async () => {
    const { rows } = await database.db.execute<{ n: number }>(
      `select count(*)::integer as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    return rows[0]?.n
  }
  while (await others()) await new Promise((resolve) => setTimeout(resolve, 50))
}

test('killed during six people’s writes, it has every acknowledged write completely, and none partially', {
  timeout: rounds * 30_000,
}, async () => {
  const { url, drop } = await newOnPostgres(process.env.TEST_DATABASE_URL as string)
  const { shopId, tokens } = await prepare(url)

  const send = (port: number, token: string, { key, title }: Form) =>
    fetch(`http://127.0.0.1:${port}/api/admin/announcement/new`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({
        title,
        body: '<p>本文</p>',
        category: 'info',
        imgUrl: null,
        linkUrl: null,
        target: { scope: 'shops', shopIds: [shopId] },
        publishFrom: null,
        publishTo: null,
        isPinned: false,
        status: 'pending',
      }),
    })

  const acknowledged: string[] = []
  const unanswered: { token: string; form: Form }[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const port = await freePort()
    const { child } = startProcess({ DATABASE_URL: url, API_PORT: String(port), LOG_LEVEL: 'silent' })
    await untilReady(port)
    const enough = acknowledged.length + writesARound
    await Promise.all(
      tokens.map(async (token, writer) => {
        for (let at = 1; ; at += 1) {
          const name = `${round}-${writer}-${at}`
          const form = { key: `form-${name}`, title: `お知らせ ${name}` }
          const answer = await send(port, token, form).catch(() => null)
          const isWhole = answer?.status === 200 && (await answer.json().catch(() => null))
          if (!isWhole) {
            unanswered.push({ token, form })
            return
          }
          acknowledged.push(form.title)
          if (acknowledged.length === enough) setTimeout(() => child.kill('SIGKILL'), round * 3)
        }
      }),
    )
    await ended(child)
    expect(child.signalCode).toBe('SIGKILL')
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(rounds * writesARound)

  const database = await openDatabase({ kind: 'postgres', url, poolSize: 1 })
  await untilAlone(database)
  const rowsOf = async <Row extends Record<string, unknown>>(query: string) =>
    (await database.db.execute<Row>(query)).rows
  const titles = async () => (await rowsOf<{ title: string }>('select title from announcement')).map((row) => row.title)

  const stored = await titles()
  expect(acknowledged.filter((title) => !stored.includes(title))).toEqual([])
  expect(stored.length).toBeLessThanOrEqual(acknowledged.length + unanswered.length)
  // Row, audit record and stored answer of a write exist together or not at all.
  const halves = await rowsOf<Record<string, unknown>>(`
    select coalesce(a.id::text, l.resource_id, i.answer ->> 'id') as id
    from announcement a
    full join (select * from audit_log where action = 'announcement.create') l on l.resource_id = a.id::text
    full join (select * from idempotency where endpoint = 'announcement.create') i
      on i.answer ->> 'id' = coalesce(a.id::text, l.resource_id)
    where a.id is null or l.seq is null or i.answer is null`)
  expect(halves).toEqual([])
  expect(await rowsOf('select audit_log_first_break() as broken')).toEqual([{ broken: null }])

  // Sent again, as the app does, each form is stored once.
  const port = await freePort()
  const { child } = startProcess({ DATABASE_URL: url, API_PORT: String(port), LOG_LEVEL: 'silent' })
  await untilReady(port)
  for (const { token, form } of unanswered) expect((await send(port, token, form)).status).toBe(200)
  const expected = [...acknowledged, ...unanswered.map(({ form }) => form.title)]
  expect((await titles()).sort()).toEqual(expected.sort())
  tell(`${rounds} kills, ${acknowledged.length} writes acknowledged, 0 lost`)

  child.kill('SIGTERM')
  await ended(child)
  await database.close()
  await drop()
})
