import { type Area, readOf, unknownId } from './area.ts'

const walk = `
call                              anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
staff.list every                  401       401     401       401     401       401    403    200    200    200    200 200
staff.list own                    401       401     401       401     401       401    403    200    200    200    200 200
staff.list other                  401       401     401       401     401       401    403    404    404    404    200 200
staff.list unknown                401       401     401       401     401       401    403    404    404    404    404 404
staff.removeUser own-waiting      401       401     401       401     401       401    403    403    403    200    200 200
staff.removeUser own-trains       401       401     401       401     401       401    403    403    403    422    422 422
staff.removeUser own-admin        401       401     401       401     401       401    403    403    403    403    403 200
staff.removeUser own-member       401       401     401       401     401       401    403    403    403    422    422 422
staff.removeUser other-member     401       401     401       401     401       401    403    403    403    404    422 422
staff.removeUser unknown          401       401     401       401     401       401    403    403    403    404    404 404
staff.changePassword self         401       401     401       401     401       401    200    200    200    200    200 200
staff.changePassword own-level1   401       401     401       401     401       401    403    403    403    200    200 200
staff.changePassword own-level3   401       401     401       401     401       401    403    403    403    200    200 200
staff.changePassword own-level4   401       401     401       401     401       401    403    403    403    403    200 200
staff.changePassword own-admin    401       401     401       401     401       401    403    403    403    403    403 200
staff.changePassword head-office  401       401     401       401     401       401    403    403    403    404    200 200
staff.changePassword other-level1 401       401     401       401     401       401    403    403    403    404    200 200
staff.changePassword both-level1  401       401     401       401     401       401    403    403    403    403    200 200
staff.changePassword unknown      401       401     401       401     401       401    403    403    403    404    404 404
`

const newPassword = 'mikan-to-ringo-no-kisetsu'
const draftFor = (userId: string | undefined) => ({ userId, password: newPassword, passwordConf: newPassword })

export const area: Area = {
  walk,
  calls: {
    'staff.list': (world, variant) => readOf(world, variant, '/api/admin/user/staff/list'),
    'staff.removeUser': async ({ api, shops }, variant) => {
      const [where, whom] = variant.split('-')
      const shopId = where === 'other' ? shops.other : shops.own
      const path = '/api/admin/user'
      if (whom === 'member') return { method: 'DELETE', path: `${path}/${(await api.makeMember(shopId)).userId}` }
      if (where === 'unknown') return { method: 'DELETE', path: `${path}/${unknownId}` }
      const made = await api.makeStaff({ role: 'level2', isAdmin: whom === 'admin', shops: [shopId] })
      if (whom === 'trains') await api.makeMember(shopId, { trainerStaffId: made.staffId })
      return { method: 'DELETE', path: `${path}/${made.userId}` }
    },
    'staff.changePassword': ({ people }, variant, principal) => {
      const target = variant === 'self' ? people[principal] : people[variant]
      const body = draftFor(target?.userId ?? unknownId)
      return { method: 'POST', path: '/api/admin/user/staff/change-password', body }
    },
  },
  drafts: { 'staff.changePassword': ({ people }) => draftFor(people.colleague?.userId) },
}
