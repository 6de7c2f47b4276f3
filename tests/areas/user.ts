import { password } from '../support/accounts.ts'
import { type Area, unknownId } from './area.ts'
import { profileOf, targetOf } from './staff.ts'

const walk = `
call                     anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
user.me                  401       401     401       401     401       401    200    200    200    200    200 200
user.profile             401       401     401       401     401       401    200    200    200    200    200 200
user.create              401       401     401       401     401       401    403    403    200    200    200 200
user.update self         401       401     401       401     401       401    200    200    200    200    200 200
user.update own          401       401     401       401     401       401    403    403    200    200    200 200
user.update own-admin    401       401     401       401     401       401    403    403    403    403    403 200
user.update other        401       401     401       401     401       401    404    404    404    404    200 200
user.update unknown      401       401     401       401     401       401    404    404    404    404    404 404
user.changeEmail         401       401     401       401     401       401    200    200    200    200    200 200
user.remove own-waiting  401       401     401       401     401       401    403    403    403    200    200 200
user.remove own-trains   401       401     401       401     401       401    403    403    403    422    422 422
user.remove own-admin    401       401     401       401     401       401    403    403    403    403    403 200
user.remove own-member   401       401     401       401     401       401    403    403    403    422    422 422
user.remove other-member 401       401     401       401     401       401    403    403    403    404    422 422
user.remove unknown      401       401     401       401     401       401    403    403    403    404    404 404
`

export const area: Area = {
  walk,
  calls: {
    'user.me': () => ({ method: 'GET', path: '/api/admin/user/me' }),
    'user.profile': () => ({ method: 'GET', path: '/api/admin/user/profile' }),
    'user.create': (world) => ({
      method: 'POST',
      path: '/api/admin/user/new',
      body: { ...profileOf(world), type: 'staff' },
    }),
    'user.update': async (world, variant, principal) => ({
      method: 'PUT',
      path: `/api/admin/user/${(await targetOf(world, variant, principal)).userId}`,
      body: { tel: `0900000${1000 + world.next()}` },
    }),
    'user.changeEmail': async ({ api, people, next }, _, principal) => {
      // Another row may have changed it.
      await api.resetPassword(people[principal])
      const body = { email: `moved${next()}@example.jp`, currentPassword: password }
      return { method: 'POST', path: '/api/admin/user/change-email', body }
    },
    'user.remove': async ({ api, shops }, variant) => {
      const [where, whom] = variant.split('-')
      const shopId = where === 'other' ? shops.other : shops.own
      const path = '/api/admin/user'
      if (whom === 'member') return { method: 'DELETE', path: `${path}/${(await api.makeMember(shopId)).userId}` }
      if (where === 'unknown') return { method: 'DELETE', path: `${path}/${unknownId}` }
      const made = await api.makeStaff({ role: 'level2', isAdmin: whom === 'admin', shops: [shopId] })
      if (whom === 'trains') await api.makeMember(shopId, { trainerStaffId: made.staffId })
      return { method: 'DELETE', path: `${path}/${made.userId}` }
    },
  },
  drafts: {
    'user.create': (world) => ({ ...profileOf(world), type: 'staff' }),
    'user.update': (world) => profileOf(world),
    'user.changeEmail': ({ next }) => ({ email: `moved${next()}@example.jp`, currentPassword: password }),
  },
}
