import { sql } from 'drizzle-orm'
import { type Area, readOf, shopIdOf, unknownId, type World } from './area.ts'

const path = '/api/admin/member/outreach'

const walk = `
call                    anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
outreach.list own       401       401     401       401     401       401    403    200    200    200    200 200
outreach.list other     401       401     401       401     401       401    403    404    404    404    200 200
outreach.list unknown   401       401     401       401     401       401    403    404    404    404    404 404
outreach.create own     401       401     401       401     401       401    403    403    200    200    200 200
outreach.create other   401       401     401       401     401       401    403    403    404    404    200 200
outreach.create unknown 401       401     401       401     401       401    403    403    404    404    404 404
outreach.remove own     401       401     401       401     401       401    403    403    403    403    200 200
outreach.remove other   401       401     401       401     401       401    403    403    404    404    200 200
outreach.remove unknown 401       401     401       401     401       401    403    403    404    404    404 404
outreach.toTalk every   401       401     401       401     401       401    403    403    200    200    200 200
outreach.toTalk own     401       401     401       401     401       401    403    403    200    200    200 200
outreach.toTalk other   401       401     401       401     401       401    403    403    404    404    200 200
outreach.toTalk unknown 401       401     401       401     401       401    403    403    404    404    404 404
outreach.unpaid every   401       401     401       401     401       401    403    403    200    200    200 200
outreach.unpaid own     401       401     401       401     401       401    403    403    200    200    200 200
outreach.unpaid other   401       401     401       401     401       401    403    403    404    404    200 200
outreach.unpaid unknown 401       401     401       401     401       401    403    403    404    404    404 404
`

const memberOf = (world: World, variant: string) =>
  world.api.makeMember(shopIdOf(world, variant) ?? world.shops.own, { tel: '09012345678' })

const draftFor = (userId: string) => ({ userId, contactedOn: '2026-11-20', outcome: 'talked', note: '来週来館の予定' })

/** The id of one that somebody else has recorded. */
async function recorded(world: World, variant: string): Promise<string> {
  if (variant === 'unknown') return unknownId
  const { userId } = await memberOf(world, variant)
  const token = await world.tokenOf('admin')
  const made = await world.api.post(`${path}/new`, { token, body: draftFor(userId) })
  return made.json.id
}

export const area: Area = {
  walk,
  calls: {
    'outreach.list': async (world, variant) => {
      const userId = variant === 'unknown' ? unknownId : (await memberOf(world, variant)).userId
      return { method: 'GET', path: `/api/admin/member/${userId}/outreach` }
    },
    'outreach.create': async (world, variant) => ({
      method: 'POST',
      path: `${path}/new`,
      body: draftFor(variant === 'unknown' ? unknownId : (await memberOf(world, variant)).userId),
    }),
    'outreach.remove': async (world, variant) => ({
      method: 'DELETE',
      path: `${path}/${await recorded(world, variant)}`,
    }),
    'outreach.toTalk': (world, variant) => readOf(world, variant, `${path}/to-talk`),
    'outreach.unpaid': (world, variant) => readOf(world, variant, `${path}/unpaid`),
  },
  drafts: { 'outreach.create': async (world) => draftFor((await memberOf(world, 'own')).userId) },
  stock: async (world) => {
    const { memberId } = await memberOf(world, 'own')
    await world.api.db.execute(sql`update member set unpaid_amount = 8800 where id = ${Number(memberId)}`)
    await recorded(world, 'own')
  },
}
