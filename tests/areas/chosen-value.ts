import { sql } from 'drizzle-orm'
import { type Area, readOf, shopIdOf, unknownId, type World } from './area.ts'

const path = '/api/admin/chosen-value'

const walk = `
call                       anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
chosenValue.list           401       401     401       401     401       401    403    403    200    200    200 200
chosenValue.list own       401       401     401       401     401       401    403    403    200    200    200 200
chosenValue.list other     401       401     401       401     401       401    403    403    404    404    200 200
chosenValue.list unknown   401       401     401       401     401       401    403    403    404    404    404 404
chosenValue.letGo own      401       401     401       401     401       401    403    403    200    200    200 200
chosenValue.letGo other    401       401     401       401     401       401    403    403    404    404    200 200
chosenValue.letGo unknown  401       401     401       401     401       401    403    403    404    404    404 404
chosenValue.letGo wrong    401       401     401       401     401       401    403    403    422    422    422 422
`

/** A member of the shop with a chosen phone number; their id. */
async function makeChosen({ api }: World, shopId: string) {
  const { memberId } = await api.makeMember(shopId)
  await api.db.execute(
    sql`update member set provider_values = '{"tel": {"value": "0311112222"}}' where id = ${Number(memberId)}`,
  )
  return `member-${memberId}`
}

const draft = async (world: World, shopId: string) => ({ ids: [await makeChosen(world, shopId)] })

export const area: Area = {
  walk,
  calls: {
    'chosenValue.list': (world, variant) => readOf(world, variant, `${path}/list`),
    'chosenValue.letGo': async (world, variant) => ({
      method: 'POST',
      path: `${path}/let-go`,
      body:
        variant === 'unknown'
          ? { ids: [`member-${unknownId}`] }
          : variant === 'wrong'
            ? { ids: ['visit-1'] }
            : await draft(world, shopIdOf(world, variant) ?? world.shops.own),
    }),
  },
  drafts: { 'chosenValue.letGo': (world) => draft(world, world.shops.own) },
  stock: (world) => makeChosen(world, world.shops.own),
}
