import { type Area, type PrincipalName, type Sent, unknownId, type World } from './area.ts'
import { targetOf } from './staff.ts'

const walk = `
call                        anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
shopStaff.create own        401       401     401       401     401       401    403    403    200    200    200 200
shopStaff.create other      401       401     401       401     401       401    403    403    404    404    200 200
shopStaff.create unknown    401       401     401       401     401       401    403    403    404    404    404 404
shopStaff.create self       401       401     401       401     401       401    403    403    403    403    403 403
shopStaff.update own        401       401     401       401     401       401    403    403    200    200    200 200
shopStaff.update own-level4 401       401     401       401     401       401    403    403    403    403    200 200
shopStaff.update self       401       401     401       401     401       401    403    403    403    403    404 404
shopStaff.update other      401       401     401       401     401       401    403    403    404    404    200 200
shopStaff.update unknown    401       401     401       401     401       401    403    403    404    404    404 404
shopStaff.remove own        401       401     401       401     401       401    403    403    200    200    200 200
shopStaff.remove self    401       401     401       401     401       401    403    403    403    403    404 404
shopStaff.remove other      401       401     401       401     401       401    403    403    404    404    200 200
shopStaff.remove unknown    401       401     401       401     401       401    403    403    404    404    404 404
`

const path = '/api/admin/shop/staff'

const ofLink =
  (method: Sent['method'], body?: object) =>
  async (world: World, variant: string, principal: PrincipalName): Promise<Sent> => {
    const { links } = await targetOf(world, variant, principal)
    return { method, path: `${path}/${links[0] ?? unknownId}`, body }
  }

export const area: Area = {
  walk,
  calls: {
    'shopStaff.create': async (world, variant, principal) => {
      const { api, shops, people } = world
      const shopId = { other: shops.other, unknown: unknownId }[variant] ?? shops.own
      const self = people[principal]?.staffId
      const made = await api.makeStaff({ role: 'level2', status: 'waiting', madeBy: self })
      const staffId = variant === 'self' ? (self ?? unknownId) : made.staffId
      return { method: 'POST', path: `${path}/new`, body: { staffId, shopId } }
    },
    'shopStaff.update': ofLink('PUT', { isMain: true }),
    'shopStaff.remove': ofLink('DELETE'),
  },
  drafts: {
    'shopStaff.create': async (world) => ({
      staffId: (await targetOf(world, 'own', 'admin')).staffId,
      shopId: world.shops.other,
    }),
    'shopStaff.update': () => ({ isMain: true }),
  },
}
