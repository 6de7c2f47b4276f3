import { sql } from 'drizzle-orm'
import { type Area, readOf, unknownId, type World } from './area.ts'

const walk = `
call                       anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
dataHealth.summary every   401       401     401       401     401       401    403    403    200    200    200 200
dataHealth.summary own     401       401     401       401     401       401    403    403    200    200    200 200
dataHealth.summary other   401       401     401       401     401       401    403    403    404    404    200 200
dataHealth.summary unknown 401       401     401       401     401       401    403    403    404    404    404 404
dataHealth.members every   401       401     401       401     401       401    403    403    200    200    200 200
dataHealth.members own     401       401     401       401     401       401    403    403    200    200    200 200
dataHealth.members other   401       401     401       401     401       401    403    403    404    404    200 200
dataHealth.members unknown 401       401     401       401     401       401    403    403    404    404    404 404
dataHealth.plans every     401       401     401       401     401       401    403    403    200    200    200 200
dataHealth.plans own       401       401     401       401     401       401    403    403    200    200    200 200
dataHealth.plans other     401       401     401       401     401       401    403    403    404    404    200 200
dataHealth.plans unknown   401       401     401       401     401       401    403    403    404    404    404 404
dataHealth.doubles every   401       401     401       401     401       401    403    403    200    200    200 200
dataHealth.doubles own     401       401     401       401     401       401    403    403    200    200    200 200
dataHealth.doubles other   401       401     401       401     401       401    403    403    404    404    200 200
dataHealth.doubles unknown 401       401     401       401     401       401    403    403    404    404    404 404
dataHealth.merges          401       401     401       401     401       401    403    403    403    403    200 200
dataHealth.merge           401       401     401       401     401       401    403    403    403    403    200 200
dataHealth.merge unknown   401       401     401       401     401       401    403    403    403    403    404 404
dataHealth.takeBack        401       401     401       401     401       401    403    403    403    403    200 200
dataHealth.takeBack unknown 401      401     401       401     401       401    403    403    403    403    404 404
dataHealth.answer any      401       401     401       401     401       401    403    403    403    403    200 200
`

/** The members of each shop have this 入会日. */
const day = '2024-04-01'

/** A sale of a file and the same one of the club system. */
async function makeDouble({ api, shops }: World) {
  const { memberId } = await api.makeMember(shops.own)
  await api.db.execute(sql`insert into sale (shop_id, member_id, settled_at, method, status, from_file)
    select ${Number(shops.own)}, ${Number(memberId)}, '2026-10-01 10:00+09', 'card', 'paid', is_of_file
    from unnest(array[true, false]) is_of_file`)
  return { check: 'salesTwice', contracts: 'until' }
}

/** A merge that can be taken back; its id. */
async function makeMerge({ api, next }: World) {
  const id = `doubles-${next()}`
  await api.db.execute(sql`insert into club_merge (brand_code, state, groups, before, decided_at, merged_at)
    values (${id}, 'merged', '[{"key":"salesAlike","rows":1,"heads":1,"yen":0}]', before_merge(),
      ${api.time.now.toISOString()}::timestamptz, ${api.time.now.toISOString()}::timestamptz)`)
  return id
}

export const area: Area = {
  walk,
  stock: async ({ api, shops }) => {
    for (const shop of [shops.own, shops.other]) await api.makeMember(shop, { joinedOn: day })
  },
  calls: {
    'dataHealth.summary': (world, variant) => readOf(world, variant, '/api/admin/data-health'),
    'dataHealth.members': (world, variant) =>
      readOf(world, variant, '/api/admin/data-health/member/list', { check: 'joinedDays', day }),
    'dataHealth.plans': (world, variant) => readOf(world, variant, '/api/admin/data-health/plan/list'),
    'dataHealth.doubles': (world, variant) =>
      readOf(world, variant, '/api/admin/data-health/double/list', { check: 'salesTwice' }),
    'dataHealth.merges': () => ({ method: 'GET', path: '/api/admin/data-health/double/merges' }),
    'dataHealth.merge': async (world, variant) => ({
      method: 'POST',
      path: '/api/admin/data-health/double/merge',
      body: { ...(await makeDouble(world)), ...(variant === 'unknown' && { shopId: unknownId }) },
    }),
    'dataHealth.takeBack': async (world, variant) => ({
      method: 'POST',
      path: '/api/admin/data-health/double/take-back',
      body: { id: variant === 'unknown' ? 'doubles-0' : await makeMerge(world) },
    }),
    'dataHealth.answer': () => ({
      method: 'PUT',
      path: '/api/admin/data-health/joined-day',
      body: { day, answer: 'correct' },
    }),
  },
  drafts: {
    'dataHealth.answer': () => ({ day, answer: 'unknown' }),
    'dataHealth.merge': makeDouble,
    'dataHealth.takeBack': async (world) => ({ id: await makeMerge(world) }),
  },
}
