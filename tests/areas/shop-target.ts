import { type Area, readOf, unknownId, type World } from './area.ts'

const shopOf = ({ shops }: World, variant: string) => ({ own: shops.own, other: shops.other })[variant] ?? unknownId

/** Each of another month, so that none finds the version of an earlier call. */
const draftFor = (world: World, variant: string) => {
  const month = `20${String(10 + (world.next() % 80)).padStart(2, '0')}-0${1 + (world.next() % 9)}`
  const goals = { admission: 30, withdrawalMax: 20, sales: 9_000_000, closingMembers: 900 }
  return { data: [{ shopId: shopOf(world, variant), month, seen: null, ...goals }] }
}

const walk = `
call                     anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
shopTarget.year every    401       401     401       401     401       401    403    403    200    200    200 200
shopTarget.year own      401       401     401       401     401       401    403    403    200    200    200 200
shopTarget.year other    401       401     401       401     401       401    403    403    404    404    200 200
shopTarget.year unknown  401       401     401       401     401       401    403    403    404    404    404 404
shopTarget.save own      401       401     401       401     401       401    403    403    200    200    200 200
shopTarget.save other    401       401     401       401     401       401    403    403    404    404    200 200
shopTarget.save unknown  401       401     401       401     401       401    403    403    404    404    404 404
`

export const area: Area = {
  walk,
  calls: {
    'shopTarget.year': (world, variant) => readOf(world, variant, '/api/admin/shop-target', { month: '2026-10' }),
    'shopTarget.save': (world, variant) => ({
      method: 'PUT',
      path: '/api/admin/shop-target',
      body: draftFor(world, variant),
    }),
  },
  drafts: { 'shopTarget.save': (world) => draftFor(world, 'own') },
}
