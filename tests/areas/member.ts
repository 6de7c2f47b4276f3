import { type Area, readOf, unknownId, type World } from './area.ts'

/** The user's id of a member of the shop, of someone who is none, or of nobody. */
async function userOf({ api, shops, people }: World, variant: string): Promise<string | undefined> {
  if (variant === 'staff') return people.level1?.userId
  if (variant === 'own' || variant === 'other') return (await api.makeMember(shops[variant])).userId
  return unknownId
}

const walk = `
call                             anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
user.memberList every            401       401     401       401     401       401    403    200    200    200    200 200
user.memberList own              401       401     401       401     401       401    403    200    200    200    200 200
user.memberList other            401       401     401       401     401       401    403    404    404    404    200 200
user.memberList unknown          401       401     401       401     401       401    403    404    404    404    404 404
user.memberList csv-every        401       401     401       401     401       401    403    403    200    200    200 200
user.memberList csv-own          401       401     401       401     401       401    403    403    200    200    200 200
user.memberList csv-other        401       401     401       401     401       401    403    403    404    404    200 200
user.memberList by-what-they-owe 401       401     401       401     401       401    403    422    200    200    200 200
user.memberList who-owe          401       401     401       401     401       401    403    422    200    200    200 200
user.get own                     401       401     401       401     401       401    403    200    200    200    200 200
user.get other                   401       401     401       401     401       401    403    404    404    404    200 200
user.get unknown                 401       401     401       401     401       401    403    404    404    404    404 404
user.get staff                   401       401     401       401     401       401    403    404    404    404    404 404
`

export const area: Area = {
  walk,
  stock: async (world) => {
    for (const variant of ['own', 'other']) await userOf(world, variant)
  },
  calls: {
    'user.memberList': (world, variant) => {
      const money: Record<string, Record<string, string>> = {
        'by-what-they-owe': { sortKey: 'unpaidAmount' },
        'who-owe': { unpaid: 'true' },
      }
      return readOf(world, variant, '/api/admin/user/member/list', money[variant])
    },
    'user.get': async (world, variant) => ({ method: 'GET', path: `/api/admin/user/${await userOf(world, variant)}` }),
  },
}
