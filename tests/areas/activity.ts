import { type Area, type ListArea, readOf, type World } from './area.ts'

const path = '/api/admin/content/lean-body/activity'

/** A member of a shop with an activity, by the user's id; with a trainer where one is given. */
async function watcherOf({ api }: World, shopId: string, trainerStaffId: string | null = null): Promise<string> {
  const { memberId, userId } = await api.makeMember(shopId, { trainerStaffId })
  await api.makeActivity({ memberId, shopId, contentId: await api.makeContent() })
  return userId
}

const ofMember = async (world: World, variant: string) => {
  if (variant === 'of-own-member') return watcherOf(world, world.shops.own)
  if (variant === 'of-trained') return watcherOf(world, world.shops.own, world.people.level2?.staffId)
  return watcherOf(world, world.shops.other)
}
const read = async (world: World, variant: string, verb: string) =>
  readOf(world, variant, `${path}/${verb}`, variant.startsWith('of-') ? { userId: await ofMember(world, variant) } : {})

const walk = `
call                             anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
activity.list every              401       401     401       401     401       401    403    200    200    200    200 200
activity.list own                401       401     401       401     401       401    403    200    200    200    200 200
activity.list other              401       401     401       401     401       401    403    404    404    404    200 200
activity.list unknown            401       401     401       401     401       401    403    404    404    404    404 404
activity.list of-own-member      401       401     401       401     401       401    403    404    200    200    200 200
activity.list of-trained         401       401     401       401     401       401    403    200    200    200    200 200
activity.list of-other-member    401       401     401       401     401       401    403    404    404    404    200 200
activity.summary every           401       401     401       401     401       401    403    200    200    200    200 200
activity.summary own             401       401     401       401     401       401    403    200    200    200    200 200
activity.summary other           401       401     401       401     401       401    403    404    404    404    200 200
activity.summary unknown         401       401     401       401     401       401    403    404    404    404    404 404
activity.summary of-own-member   401       401     401       401     401       401    403    404    200    200    200 200
activity.summary of-trained      401       401     401       401     401       401    403    200    200    200    200 200
activity.summary of-other-member 401       401     401       401     401       401    403    404    404    404    200 200
`

export const area: Area = {
  walk,
  stock: async (world) => {
    for (const shopId of [world.shops.own, world.shops.other]) await watcherOf(world, shopId)
  },
  calls: {
    'activity.list': (world, variant) => read(world, variant, 'list'),
    'activity.summary': (world, variant) => read(world, variant, 'summary'),
  },
}

export const list: ListArea = {
  noun: '会員の利用状況',
  path: '/lean-body/member-activities',
  ofShop: true,
  api: '/api/admin/content/lean-body/activity/list',
  account: 'head',
  defaults: 'sort=-startedAt&completed=all&from=1/2',
  sortBy: '開始日時',
  search: { keyword: 'すず', shows: 'スズ' },
  filter: { label: '完了', option: '途中', inUrl: /completed=false/ },
  record: {
    ready: (page) => page.getByRole('navigation', { name: '会員の情報' }),
    opensOver: false,
    isElsewhere: true,
  },
  closedTo: 'partner',
}
