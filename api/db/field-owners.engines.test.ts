import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../../tests/support/api.ts'
import { importsOf } from '../../tests/support/imports.ts'
import { providerContract, providerMember } from '../../tests/support/provider.ts'
import { clubSystemOf } from '../../tests/support/two-sources.ts'

// The migration from rows that a file had locked as a whole.

let api: Api
let club: Awaited<ReturnType<typeof clubSystemOf>>
beforeAll(async () => {
  api = await startApi()
  club = await clubSystemOf(api, await api.makeShop({ name: '新宿店' }))
})
afterAll(() => api.close())

const rowsOf = async (query: ReturnType<typeof sql>) => (await api.db.execute<Record<string, unknown>>(query)).rows

/** The statements that change data, and what follows them. */
async function migrateAgain() {
  const text = await readFile(new URL('migrations/0060_field-owners.sql', import.meta.url), 'utf8')
  const from = text.indexOf('-- Rows that a file had locked')
  for (const statement of text.slice(from).split('--> statement-breakpoint')) await api.database.exec(statement)
}

test('frozen rows are released, and what the imports of the last 30 days have chosen stays, alone', async () => {
  const all = await api.as({ role: 'all' })
  const imports = importsOf(api)
  const { world } = club
  world.members.push(...['101', '102', '103'].map((id) => providerMember(id)))
  world.contracts.push(...['101', '102'].map((id) => providerContract(`9${id}`, id)))
  const booking = {
    ...{ studioId: '11', lessonId: null, programName: 'ヨガ', instructorId: null, isTrial: false, seatNo: null },
    ...{ startAt: '2026-11-20T10:00:00+09:00', endAt: '2026-11-20T11:00:00+09:00', cancelledAt: null },
    bookedAt: '2026-11-01T09:00:00+09:00',
  }
  world.bookings.push({ ...booking, id: '501', memberId: '101', status: 'booked', checkedInAt: null })
  await club.run()
  const head = '契約ID,会員番号,プラン,開始日,月額(円)'
  const { id } = await imports.write(all, [head, '9101,N101,レギュラー,2026-01-10,5000'], {
    ...{ kind: 'contract', overwrite: true },
  })
  const member = await imports.write(all, ['会員番号,氏名,電話番号', 'N101,会員 名101,0311112222'], { overwrite: true })

  // As the version before left it: 9101 by that import, 9102 and the booking by older ones, N102 by an older one.
  await api.database.exec(`alter table member add column file_columns text[] not null default '{}';
    update contract set from_file = true, provider_values = null;
    update reservation set from_file = true;
    update import_row set after = after - 'provider_values', before = before - 'provider_values' where import_id = ${Number(id)};
    update member set provider_values = null, file_columns = '{tel}' where member_no = 'N101';
    update member set file_columns = '{last_name}', last_name = '直した' where member_no = 'N102';
    update import_row set fact_id = null, after = after - 'provider_values', before = before - 'provider_values' - 'from_file' ||
      '{"file_columns": []}' where import_id = ${Number(member.id)}`)
  // What happened there meanwhile was read, and not written.
  const plan = { id: '5', code: 'P5', name: 'レギュラー', kind: 'regular', monthlyFee: 9900 }
  for (const [at, one] of ['101', '102'].entries()) {
    world.contracts[at] = providerContract(`9${one}`, one, {
      plan,
      endOn: '2026-11-10',
      cancelRequestedOn: '2026-10-20',
    })
  }
  world.bookings = [
    { ...booking, id: '501', memberId: '101', status: 'checkedIn', checkedInAt: '2026-11-20T09:50:00+09:00' },
  ]
  await migrateAgain()

  expect(await rowsOf(sql`select external_id, from_file, provider_values from contract order by 1`)).toEqual([
    { external_id: 9101, from_file: false, provider_values: { monthly_fee: { value: 8800 } } },
    { external_id: 9102, from_file: false, provider_values: null },
  ])
  expect(await rowsOf(sql`select member_no, provider_values from member order by 1`)).toEqual([
    { member_no: 'N101', provider_values: { tel: { value: null } } },
    { member_no: 'N102', provider_values: { last_name: {} } },
    { member_no: 'N103', provider_values: null },
  ])
  expect(await rowsOf(sql`select resource, their_id from provider_row where write_due order by 1, 2`)).toEqual([
    { resource: 'bookings', their_id: '501' },
    { resource: 'contracts', their_id: '9101' },
    { resource: 'contracts', their_id: '9102' },
    { resource: 'members', their_id: '101' },
    { resource: 'members', their_id: '102' },
  ])
  await club.run()
  expect(await rowsOf(sql`select monthly_fee, end_on::text from contract order by external_id`)).toEqual([
    { monthly_fee: 5000, end_on: '2026-11-10' },
    { monthly_fee: 9900, end_on: '2026-11-10' },
  ])
  expect(await rowsOf(sql`select count(*)::integer as visits from visit`)).toEqual([{ visits: 1 }])
  expect(await rowsOf(sql`select provider_values from member where member_no = 'N102'`)).toEqual([
    { provider_values: { last_name: { value: '会員' } } },
  ])
  expect(await rowsOf(sql`select from provider_row where write_due`)).toEqual([])

  // Imports of the version before are taken back by the rule of this one.
  for (const one of [id, member.id]) await imports.undo(all, one)
  expect(await rowsOf(sql`select monthly_fee, provider_values from contract where external_id = 9101`)).toEqual([
    { monthly_fee: 9900, provider_values: null },
  ])
  expect(await rowsOf(sql`select tel, provider_values from member where member_no = 'N101'`)).toEqual([
    { tel: null, provider_values: null },
  ])
})
