import { type Area, readOf, unknownId, type World } from './area.ts'

const month = '2026-10'
const shopOf = ({ shops }: World, variant: string) => ({ own: shops.own, other: shops.other })[variant] ?? unknownId

/** Each of another month, so that none finds the version of an earlier call. */
const draftFor = (world: World, variant: string) => ({
  shopId: shopOf(world, variant),
  month: `20${String(10 + (world.next() % 80)).padStart(2, '0')}-10`,
  seen: null,
  ...{ labor: 1_200_000, ads: 90_000, rent: 600_000, other: null },
  adParts: [{ campaign: '秋の入会', route: 'web', yen: 50_000 }],
})

const walk = `
call                     anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
shopCost.year own        401       401     401       401     401       401    403    403    403    200    200 200
shopCost.year other      401       401     401       401     401       401    403    403    403    404    200 200
shopCost.year unknown    401       401     401       401     401       401    403    403    403    404    404 404
shopCost.profit every    401       401     401       401     401       401    403    403    403    200    200 200
shopCost.profit own      401       401     401       401     401       401    403    403    403    200    200 200
shopCost.profit other    401       401     401       401     401       401    403    403    403    404    200 200
shopCost.profit unknown  401       401     401       401     401       401    403    403    403    404    404 404
shopCost.profit csv-own  401       401     401       401     401       401    403    403    403    200    200 200
shopCost.profit csv-other 401      401     401       401     401       401    403    403    403    404    200 200
shopCost.campaigns every   401     401       401     401       401     401    403    403    403    200    200 200
shopCost.campaigns own     401     401       401     401       401     401    403    403    403    200    200 200
shopCost.campaigns other   401     401       401     401       401     401    403    403    403    404    200 200
shopCost.campaigns unknown 401     401       401     401       401     401    403    403    403    404    404 404
shopCost.campaigns csv-own 401     401       401     401       401     401    403    403    403    200    200 200
shopCost.campaigns csv-other 401   401       401     401       401     401    403    403    403    404    200 200
shopCost.save own        401       401     401       401     401       401    403    403    403    200    200 200
shopCost.save other      401       401     401       401     401       401    403    403    403    404    200 200
shopCost.save unknown    401       401     401       401     401       401    403    403    403    404    404 404
`

export const area: Area = {
  walk,
  calls: {
    'shopCost.year': (world, variant) => readOf(world, variant, '/api/admin/shop-cost', { month }),
    'shopCost.profit': (world, variant) => readOf(world, variant, '/api/admin/shop-cost/profit', { month }),
    'shopCost.campaigns': (world, variant) => readOf(world, variant, '/api/admin/shop-cost/campaigns', { month }),
    'shopCost.save': (world, variant) => ({
      method: 'PUT',
      path: '/api/admin/shop-cost',
      body: draftFor(world, variant),
    }),
  },
  drafts: { 'shopCost.save': (world) => draftFor(world, 'own') },
}
