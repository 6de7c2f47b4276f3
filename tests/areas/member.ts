import { type Area, type ListArea, readOf, type Sent, unknownId, type World } from './area.ts'

/** The user's id of a member of the shop, of a user who is no member, or of nobody. */
async function userOf({ api, shops, people }: World, variant: string): Promise<string | undefined> {
  if (variant === 'staff' || variant === 'not-a-member') return people['own-level1']?.userId
  if (variant === 'other-staff') return people['other-level1']?.userId
  if (variant === 'own' || variant === 'other') return (await api.makeMember(shops[variant])).userId
  return unknownId
}

const listOfMember = async (world: World, variant: string, of: string): Promise<Sent> => ({
  method: 'GET',
  path: `/api/admin/member/${of}/list?userId=${await userOf(world, variant)}`,
})

const partOfMember = async (world: World, variant: string, part: string): Promise<Sent> => ({
  method: 'GET',
  path: `/api/admin/member/${await userOf(world, variant)}/${part}`,
})

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
member.list who-come-less    401       401     401       401     401       401    403    200    200    200    200 200
member.list who-may-leave    401       401     401       401     401       401    403    422    200    200    200 200
member.get own               401       401     401       401     401       401    403    200    200    200    200 200
member.get other             401       401     401       401     401       401    403    404    404    404    200 200
member.get unknown           401       401     401       401     401       401    403    404    404    404    404 404
member.get staff             401       401     401       401     401       401    403    200    200    200    200 200
member.get not-a-member      401       401     401       401     401       401    403    404    404    404    404 404
member.get other-staff       401       401     401       401     401       401    403    404    404    404    200 200
member.update own            401       401     401       401     401       401    403    403    200    200    200 200
member.update other          401       401     401       401     401       401    403    403    404    404    200 200
member.update unknown        401       401     401       401     401       401    403    403    404    404    404 404
member.bulk own              401       401     401       401     401       401    403    403    200    200    200 200
member.bulk other            401       401     401       401     401       401    403    403    200    200    200 200
member.approveTrainers own   401     401     401       401     401       401    403    403    403    200    200 200
member.approveTrainers other 401     401     401       401     401       401    403    403    403    200    200 200
member.plans own             401       401     401       401     401       401    403    200    200    200    200 200
member.plans other           401       401     401       401     401       401    403    404    404    404    200 200
member.plans unknown         401       401     401       401     401       401    403    404    404    404    404 404
member.tickets own           401       401     401       401     401       401    403    200    200    200    200 200
member.tickets other         401       401     401       401     401       401    403    404    404    404    200 200
member.tickets unknown       401       401     401       401     401       401    403    404    404    404    404 404
member.visits own            401       401     401       401     401       401    403    200    200    200    200 200
member.visits other          401       401     401       401     401       401    403    404    404    404    200 200
member.visits unknown        401       401     401       401     401       401    403    404    404    404    404 404
member.payments own          401       401     401       401     401       401    403    403    200    200    200 200
member.payments other        401       401     401       401     401       401    403    403    404    404    200 200
member.payments unknown      401       401     401       401     401       401    403    403    404    404    404 404
member.history own           401       401     401       401     401       401    403    200    200    200    200 200
member.history other         401       401     401       401     401       401    403    404    404    404    200 200
member.history unknown       401       401     401       401     401       401    403    404    404    404    404 404
`

export const area: Area = {
  walk,
  stock: async (world) => {
    for (const variant of ['own', 'other']) await userOf(world, variant)
  },
  calls: {
    'member.list': (world, variant) => {
      const filters: Record<string, Record<string, string>> = {
        'by-what-they-owe': { sortKey: 'unpaidAmount' },
        'who-owe': { unpaid: 'true' },
        'who-come-less': { visitTrend: 'decrease' },
        'who-may-leave': { risk: 'high' },
      }
      return readOf(world, variant, '/api/admin/user/member/list', filters[variant])
    },
    'member.get': async (world, variant) => ({
      method: 'GET',
      path: `/api/admin/user/${await userOf(world, variant)}${variant === 'not-a-member' ? '?type=member' : ''}`,
    }),
    'member.update': async (world, variant) => ({
      method: 'PUT',
      path: `/api/admin/member/${await userOf(world, variant)}`,
      body: { tags: [`タグ ${world.next()}`] },
    }),
    'member.bulk': async (world, variant) => ({
      method: 'PUT',
      path: '/api/admin/member/bulk',
      body: { ids: [await userOf(world, variant)], addTags: ['まとめて'] },
    }),
    'member.approveTrainers': async (world, variant) => ({
      method: 'PUT',
      path: '/api/admin/member/approve-trainers',
      body: { rows: [{ userId: await userOf(world, variant), trainerStaffId: '1' }] },
    }),
    'member.plans': (world, variant) => listOfMember(world, variant, 'plan'),
    'member.tickets': (world, variant) => listOfMember(world, variant, 'ticket'),
    'member.visits': (world, variant) => partOfMember(world, variant, 'visits'),
    'member.payments': (world, variant) => partOfMember(world, variant, 'payments'),
    'member.history': (world, variant) => partOfMember(world, variant, 'history'),
  },
  drafts: {
    'member.update': () => ({
      hasActivePlan: false,
      lockedHasActivePlan: false,
      withLeanBodyContent: true,
      lockedWithLeanBodyContent: true,
      tags: ['朝型'],
      trainerStaffId: null,
      staffNote: '平日の夜を希望。',
      alertNote: null,
    }),
    'member.bulk': () => ({ ids: ['1'], addTags: ['朝型'], removeTags: [], trainerStaffId: null, dryRun: false }),
    'member.approveTrainers': () => ({ rows: [{ userId: '1', trainerStaffId: '1' }] }),
  },
}

export const list: ListArea = {
  noun: '会員',
  path: '/hacomono/members',
  ofShop: true,
  api: '/api/admin/user/member/',
  account: 'head',
  defaults: 'sort=kana&status=all&joinedFrom=1/2',
  sortBy: '会員番号',
  search: { keyword: 'すず', shows: 'スズ' },
  filter: { label: '契約状態', option: '休会中', inUrl: /contractStatus=suspended/ },
  record: { ready: (page) => page.locator('dialog[open]').getByText('契約の履歴'), opensOver: true },
  csv: {
    head: '会員番号,',
    holds: /,0[789]0-\d{4}-\d{4},/,
    account: 'manager',
    notFor: 'trainer',
    file: /^会員一覧_[^_]+_\d{8}_\d{4}\.csv$/,
  },
  closedTo: 'partner',
}
