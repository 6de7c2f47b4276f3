import { sql } from 'drizzle-orm'
import { type Area, type ListArea, readOf, unknownId, type World } from './area.ts'

/** A plan of the shop, or a missing one. */
const planOf = async ({ api, shops }: World, variant: string): Promise<string> =>
  variant === 'own' || variant === 'other' ? api.makePlan(shops[variant]) : unknownId

/** A plan that was registered here, and another one of its shop. */
async function twoPlans(world: World, variant: string) {
  const id = await planOf(world, variant)
  await world.api.db.execute(sql`update shop_plan set external_id = null where id = ${Number(id)}`)
  return { id, into: await planOf(world, variant) }
}

const walk = `
call                         anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
shopPlan.list every          401       401     401       401     401       401    403    200    200    200    200 200
shopPlan.list own            401       401     401       401     401       401    403    200    200    200    200 200
shopPlan.list other          401       401     401       401     401       401    403    404    404    404    200 200
shopPlan.list unknown        401       401     401       401     401       401    403    404    404    404    404 404
shopPlan.list by-price       401       401     401       401     401       401    403    422    200    200    200 200
shopPlan.list by-contractors 401       401     401       401     401       401    403    200    200    200    200 200
shopPlan.get own             401       401     401       401     401       401    403    200    200    200    200 200
shopPlan.get other           401       401     401       401     401       401    403    404    404    404    200 200
shopPlan.get unknown         401       401     401       401     401       401    403    404    404    404    404 404
shopPlan.update own          401       401     401       401     401       401    403    403    403    200    200 200
shopPlan.update other        401       401     401       401     401       401    403    403    403    404    200 200
shopPlan.update unknown      401       401     401       401     401       401    403    403    403    404    404 404
shopPlan.updateFacts own     401       401     401       401     401       401    403    403    403    200    200 200
shopPlan.updateFacts other   401       401     401       401     401       401    403    403    403    404    200 200
shopPlan.updateFacts unknown 401       401     401       401     401       401    403    403    403    404    404 404
shopPlan.joinPreview own     401       401     401       401     401       401    403    403    403    200    200 200
shopPlan.joinPreview other   401       401     401       401     401       401    403    403    403    404    200 200
shopPlan.joinPreview unknown 401       401     401       401     401       401    403    403    403    404    404 404
shopPlan.join own            401       401     401       401     401       401    403    403    403    200    200 200
shopPlan.join other          401       401     401       401     401       401    403    403    403    404    200 200
shopPlan.join unknown        401       401     401       401     401       401    403    403    403    404    404 404
shopPlan.separate own        401       401     401       401     401       401    403    403    403    200    200 200
shopPlan.separate other      401       401     401       401     401       401    403    403    403    404    200 200
shopPlan.separate unknown    401       401     401       401     401       401    403    403    403    404    404 404
`

const orders: Record<string, Record<string, string>> = {
  'by-price': { sortKey: 'priceMonthly' },
  'by-contractors': { sortKey: 'contractorCount', sortDir: 'desc' },
}

export const area: Area = {
  walk,
  stock: async (world) => {
    for (const variant of ['own', 'other']) await planOf(world, variant)
  },
  calls: {
    'shopPlan.list': (world, variant) => readOf(world, variant, '/api/admin/shop/plan/list', orders[variant]),
    'shopPlan.get': async (world, variant) => ({
      method: 'GET',
      path: `/api/admin/shop/plan/${await planOf(world, variant)}`,
    }),
    'shopPlan.update': async (world, variant) => ({
      method: 'PUT',
      path: `/api/admin/shop/plan/${await planOf(world, variant)}`,
      body: { withLeanBodyContent: true },
    }),
    // Of a plan that was registered here.
    'shopPlan.updateFacts': async (world, variant) => {
      const id = await planOf(world, variant)
      await world.api.db.execute(sql`update shop_plan set external_id = null where id = ${Number(id)}`)
      return { method: 'PUT', path: `/api/admin/shop/plan/${id}/facts`, body: { priceMonthly: 7700 } }
    },
    'shopPlan.joinPreview': async (world, variant) => {
      const { id, into } = await twoPlans(world, variant)
      return { method: 'GET', path: `/api/admin/shop/plan/${id}/join?into=${into}` }
    },
    'shopPlan.join': async (world, variant) => {
      const { id, into } = await twoPlans(world, variant)
      return { method: 'POST', path: `/api/admin/shop/plan/${id}/join`, body: { version: 1, into } }
    },
    'shopPlan.separate': async (world, variant) => {
      const { id, into } = await twoPlans(world, variant)
      await world.api.db.execute(
        sql`update shop_plan set joined_to = ${Number(into)}, updated_at = now() where id = ${Number(id)}`,
      )
      return { method: 'POST', path: `/api/admin/shop/plan/${id}/separate`, body: { version: 1 } }
    },
  },
  drafts: {
    'shopPlan.join': async (world) => ({ version: 1, into: await planOf(world, 'own') }),
    'shopPlan.separate': () => ({ version: 1 }),
    'shopPlan.updateFacts': () => ({ name: '平日デイ', category: 'daytime', priceMonthly: 7700, status: 'active' }),
    'shopPlan.update': () => ({ withLeanBodyContent: true }),
  },
}

export const list: ListArea = {
  noun: 'プラン',
  path: '/hacomono/plans-or-tickets',
  ofShop: true,
  api: '/api/admin/shop/plan/list',
  account: 'head',
  defaults: 'sort=code&status=all&category=1',
  sortBy: '契約者',
  search: { keyword: 'れぎゅらー', shows: 'レギュラー会員' },
  filter: { label: '会員種別', option: '学生', inUrl: /category=student/ },
  record: {
    ready: (page) => page.getByRole('heading', { name: '利用条件' }),
    opensOver: false,
    back: 'プランの一覧',
  },
  closedTo: 'partner',
}
