import { sql } from 'drizzle-orm'
import { type Area, readOf, shopIdOf, unknownId, type World } from './area.ts'

const path = '/api/admin/club-system/missing-member'

const walk = `
call                         anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
missingMember.list           401       401     401       401     401       401    403    403    200    200    200 200
missingMember.list own       401       401     401       401     401       401    403    403    200    200    200 200
missingMember.list other     401       401     401       401     401       401    403    403    404    404    200 200
missingMember.list unknown   401       401     401       401     401       401    403    403    404    404    404 404
missingMember.answer own     401       401     401       401     401       401    403    403    200    200    200 200
missingMember.answer other   401       401     401       401     401       401    403    403    404    404    200 200
missingMember.answer unknown 401       401     401       401     401       401    403    403    404    404    404 404
missingMember.decide own     401       401     401       401     401       401    403    403    403    403    200 200
missingMember.decide other   401       401     401       401     401       401    403    403    403    403    200 200
missingMember.decide unknown 401       401     401       401     401       401    403    403    403    403    404 404
missingMember.decide wrong   401       401     401       401     401       401    403    403    403    403    422 422
`

/** A member of the shop who is missing; its id. */
async function makeMissing({ api, next }: World, shopId: string) {
  const { memberId } = await api.makeMember(shopId)
  const { rows } = await api.db.execute<{ id: number }>(sql`
    insert into missing_member (brand_code, their_id, member_id, run_id, state, reason, last_seen_on, missing_since)
    values ('karada', ${String(next())}, ${Number(memberId)}, 1, 'waiting', 'many', '2026-11-19', '2026-11-20 02:00+09')
    returning id`)
  return String(rows[0]?.id)
}

const idOf = async (world: World, variant: string) =>
  variant === 'unknown' ? unknownId : makeMissing(world, shopIdOf(world, variant) ?? world.shops.own)

export const area: Area = {
  walk,
  calls: {
    'missingMember.list': (world, variant) => readOf(world, variant, `${path}/list`),
    'missingMember.answer': async (world, variant) => ({
      method: 'POST',
      path: `${path}/answer`,
      body: { ids: [await idOf(world, variant)], isEnrolled: true },
    }),
    'missingMember.decide': async (world, variant) => ({
      method: 'POST',
      path: `${path}/decide`,
      body: {
        ids: [await idOf(world, variant)],
        ...{ from: variant === 'wrong' ? 'returned' : 'waiting', decision: 'keep' },
      },
    }),
  },
  drafts: {
    'missingMember.answer': async (world) => ({ ids: [await makeMissing(world, world.shops.own)], isEnrolled: true }),
    'missingMember.decide': async (world) => ({
      ...{ ids: [await makeMissing(world, world.shops.own)], from: 'waiting', decision: 'keep' },
    }),
  },
  stock: (world) => makeMissing(world, world.shops.own),
}
