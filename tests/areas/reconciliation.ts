import { sql } from 'drizzle-orm'
import { type Area, readOf, shopIdOf, type World } from './area.ts'

const walk = `
call                           anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
reconciliation.get every       401       401     401       401     401       401    403    403    403    403    200 200
reconciliation.get own         401       401     401       401     401       401    403    403    403    403    200 200
reconciliation.get unknown     401       401     401       401     401       401    403    403    403    403    404 404
reconciliation.rows every      401       401     401       401     401       401    403    403    403    403    200 200
reconciliation.rows own        401       401     401       401     401       401    403    403    403    403    200 200
reconciliation.rows unknown    401       401     401       401     401       401    403    403    403    403    404 404
reconciliation.create every    401       401     401       401     401       401    403    403    403    403    200 200
reconciliation.create own      401       401     401       401     401       401    403    403    403    403    200 200
reconciliation.create other    401       401     401       401     401       401    403    403    403    403    422 422
reconciliation.create unknown  401       401     401       401     401       401    403    403    403    403    404 404
reconciliation.create html     401       401     401       401     401       401    403    403    403    403    422 422
reconciliation.remove every    401       401     401       401     401       401    403    403    403    403    200 200
reconciliation.remove own      401       401     401       401     401       401    403    403    403    403    200 200
reconciliation.remove unknown  401       401     401       401     401       401    403    403    403    403    404 404
`

const path = '/api/admin/club-system/reconciliation'
const month = '2026-10'
const csv = '対象年月,店舗在籍会員数,プラン契約者数,退会数\r\n202610,12,11,1\r\n'
const html = '<!doctype html><title>ログイン</title>'

/** Connected, with the own shop as a studio, and a file of all studios. */
async function withFile({ api, shops }: World) {
  await api.db.execute(sql`delete from club_studio`)
  await api.db.execute(sql`delete from club_figures`)
  await api.db.execute(sql`
    insert into club_connection (id, public_id, brand_code, connected_at) values (1, 'public', 'karada', now())
    on conflict (id) do update set brand_code = excluded.brand_code`)
  await api.db.execute(sql`insert into club_studio (brand_code, their_id, name, choice, shop_id, answered_at)
    select 'karada', '11', '新宿', 'shop', id, now() from shop where id = ${Number(shops.own)}`)
  await api.db.execute(sql`
    insert into club_figures (brand_code, report, shop_id, month, figures, lessons, made_at, brought_at)
    values ('karada', 'MA002', null, '2026-10-01', '{"registered": 12, "left": 1}', '[]', now(), now())`)
}

const draftOf = (world: World, variant = '') => ({
  ...{ name: 'MA002.csv', madeAt: '2026-11-02T10:00:00+09:00', shopId: shopIdOf(world, variant) ?? null },
  content: Buffer.from(variant === 'html' ? html : csv).toString('base64'),
})

export const area: Area = {
  walk,
  stock: withFile,
  calls: {
    'reconciliation.get': async (world, variant) => {
      await withFile(world)
      return readOf(world, variant, path)
    },
    'reconciliation.rows': async (world, variant) => {
      await withFile(world)
      return readOf(world, variant, `${path}/row/list`, { month, figure: 'registered' })
    },
    'reconciliation.create': async (world, variant) => {
      await withFile(world)
      return { method: 'POST', path, body: draftOf(world, variant) }
    },
    'reconciliation.remove': async (world, variant) => {
      await withFile(world)
      return { ...readOf(world, variant, path, { month, report: 'MA002' }), method: 'DELETE' }
    },
  },
  drafts: {
    'reconciliation.create': async (world) => {
      await withFile(world)
      return draftOf(world)
    },
  },
  isOfChain: true,
}
