import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../../tests/support/api.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

/** The migration's statements. */
const statements = readFileSync(new URL('migrations/0073_saved-view.sql', import.meta.url), 'utf8').split(
  '--> statement-breakpoint',
)

/** A table of shared conditions or views as the release before had it. */
const before = (table: string, screen: string, more = '') => `
  create table ${table} (
    id integer generated always as identity constraint ${table}_pkey primary key,
    ${screen} text not null, name text not null, search jsonb not null, ${more}
    target_scope text not null, target_shop_ids integer[] not null,
    created_by integer constraint ${table}_created_by_staff_id_fk references staff (id),
    updated_by integer constraint ${table}_updated_by_staff_id_fk references staff (id),
    created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
    version integer not null default 1,
    constraint ${table}_targets check ((target_scope = 'all') = (cardinality(target_shop_ids) = 0)))`

test('conditions and views that were shared before the update are there after it, the conditions by their numbers', async () => {
  const rows = await api.db.transaction(async (tx) => {
    const run = (text: string) => tx.execute(sql.raw(text))
    await run('create schema older')
    await run('set local search_path = older, public')
    await run(before('segment', 'list', 'columns jsonb not null,'))
    await run(before('report_view', 'report'))
    await run(`insert into segment (list, name, search, columns, target_scope, target_shop_ids, version) values
      ('members', '休会中', '{"contractStatus":"suspended"}', '{"tel":true}', 'shops', '{1}', 3)`)
    await run(`insert into report_view (report, name, search, target_scope, target_shop_ids) values
      ('admission', '半年', '{"months":"6"}', 'all', '{}'),
      ('shopComparison', '2店舗', '{"shops":"1,2"}', 'shops', '{1,2}')`)
    for (const statement of statements) await run(statement)
    const found = await run(`select id, screen, name, search, columns, target_shop_ids as shops, version
      from saved_view order by id`)
    await run('drop schema older cascade')
    return found.rows
  })
  expect(rows).toEqual([
    {
      ...{ id: 1, screen: 'members', name: '休会中', search: { contractStatus: 'suspended' } },
      ...{ columns: { tel: true }, shops: [1], version: 3 },
    },
    { id: 2, screen: 'admission', name: '半年', search: { months: '6' }, columns: {}, shops: [], version: 1 },
    {
      id: 3,
      screen: 'shopComparison',
      name: '2店舗',
      search: { shops: '1,2' },
      columns: {},
      shops: [1, 2],
      version: 1,
    },
  ])
})
