import { type Area, readOf, unknownId, type World } from './area.ts'

/** The user's id of a member of the shop, of someone who is none, or of nobody. */
async function userOf({ api, shops, people }: World, variant: string): Promise<string | undefined> {
  if (variant === 'staff') return people.level1?.userId
  if (variant === 'own' || variant === 'other') return (await api.makeMember(shops[variant])).userId
  return unknownId
}

const walk = `
call                         anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
member.list every            401       401     401       401     401       401    403    200    200    200    200 200
member.list own              401       401     401       401     401       401    403    200    200    200    200 200
member.list other            401       401     401       401     401       401    403    404    404    404    200 200
member.list unknown          401       401     401       401     401       401    403    404    404    404    404 404
member.list csv-every        401       401     401       401     401       401    403    403    200    200    200 200
member.list csv-own          401       401     401       401     401       401    403    403    200    200    200 200
member.list csv-other        401       401     401       401     401       401    403    403    404    404    200 200
member.list by-what-they-owe 401       401     401       401     401       401    403    422    200    200    200 200
member.list who-owe          401       401     401       401     401       401    403    422    200    200    200 200
member.get own               401       401     401       401     401       401    403    200    200    200    200 200
member.get other             401       401     401       401     401       401    403    404    404    404    200 200
member.get unknown           401       401     401       401     401       401    403    404    404    404    404 404
member.get staff             401       401     401       401     401       401    403    404    404    404    404 404
`

export const area: Area = {
  walk,
  stock: async (world) => {
    for (const variant of ['own', 'other']) await userOf(world, variant)
  },
  calls: {
    'member.list': (world, variant) => {
      const money: Record<string, Record<string, string>> = {
        'by-what-they-owe': { sortKey: 'unpaidAmount' },
        'who-owe': { unpaid: 'true' },
      }
      return readOf(world, variant, '/api/admin/user/member/list', money[variant])
    },
    'member.get': async (world, variant) => ({
      method: 'GET',
      path: `/api/admin/user/${await userOf(world, variant)}`,
    }),
  },
}
