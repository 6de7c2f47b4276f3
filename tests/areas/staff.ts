import { type Area, unknownId } from './area.ts'

const walk = `
call                              anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
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
    'staff.changePassword': ({ people }, variant, principal) => {
      const target = variant === 'self' ? people[principal] : people[variant]
      const body = draftFor(target?.userId ?? unknownId)
      return { method: 'POST', path: '/api/admin/user/staff/change-password', body }
    },
  },
  drafts: { 'staff.changePassword': ({ people }) => draftFor(people.colleague?.userId) },
}
