import { type Area, type ListArea, type PrincipalName, readOf, type Sent, unknownId, type World } from './area.ts'

const walk = `
call                              anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
staff.list every                  401       401     401       401     401       401    403    200    200    200    200 200
staff.list own                    401       401     401       401     401       401    403    200    200    200    200 200
staff.list other                  401       401     401       401     401       401    403    404    404    404    200 200
staff.list unknown                401       401     401       401     401       401    403    404    404    404    404 404
staff.list invited                401       401     401       401     401       401    403    422    200    200    200 200
staff.get own                     401       401     401       401     401       401    403    200    200    200    200 200
staff.get other                   401       401     401       401     401       401    403    404    404    404    200 200
staff.get unknown                 401       401     401       401     401       401    403    404    404    404    404 404
staff.register own                401       401     401       401     401       401    403    403    200    200    200 200
staff.register other              401       401     401       401     401       401    403    403    404    404    200 200
staff.register level3             401       401     401       401     401       401    403    403    422    200    200 200
staff.register level4             401       401     401       401     401       401    403    403    422    422    200 200
staff.create own                  401       401     401       401     401       401    403    403    200    200    200 200
staff.create other                401       401     401       401     401       401    403    403    404    404    200 200
staff.create unknown              401       401     401       401     401       401    403    403    404    404    404 404
staff.create active               401       401     401       401     401       401    403    403    422    422    422 200
staff.update own                  401       401     401       401     401       401    403    403    200    200    200 200
staff.update own-level3           401       401     401       401     401       401    403    403    403    200    200 200
staff.update own-level4           401       401     401       401     401       401    403    403    403    403    200 200
staff.update own-admin            401       401     401       401     401       401    403    403    403    403    403 200
staff.update self                 401       401     401       401     401       401    403    403    403    403    403 403
staff.update both                 401       401     401       401     401       401    403    403    403    403    200 200
staff.update other                401       401     401       401     401       401    403    403    404    404    200 200
staff.update unknown              401       401     401       401     401       401    403    403    404    404    404 404
staff.update to-level3            401       401     401       401     401       401    403    403    422    200    200 200
staff.update to-admin             401       401     401       401     401       401    403    403    422    422    422 200
staff.setShops own                401       401     401       401     401       401    403    403    200    200    200 200
staff.setShops self               401       401     401       401     401       401    403    403    403    403    403 403
staff.setShops to-other           401       401     401       401     401       401    403    403    404    404    200 200
staff.setShops both               401       401     401       401     401       401    403    403    403    403    200 200
staff.setShops other              401       401     401       401     401       401    403    403    404    404    200 200
staff.setShops unknown            401       401     401       401     401       401    403    403    404    404    404 404
staff.invite own                  401       401     401       401     401       401    403    403    200    200    200 200
staff.invite own-level3           401       401     401       401     401       401    403    403    403    422    422 422
staff.invite self                 401       401     401       401     401       401    403    403    403    403    403 403
staff.invite other                401       401     401       401     401       401    403    403    404    404    200 200
staff.invite unknown              401       401     401       401     401       401    403    403    404    404    404 404
staff.sendPasswordReset own-level1   401  401     401       401     401       401    403    403    403    200    200 200
staff.sendPasswordReset own-level3   401  401     401       401     401       401    403    403    403    200    200 200
staff.sendPasswordReset own-level4   401  401     401       401     401       401    403    403    403    403    200 200
staff.sendPasswordReset own-admin    401  401     401       401     401       401    403    403    403    403    403 200
staff.sendPasswordReset self         401  401     401       401     401       401    403    403    403    403    403 403
staff.sendPasswordReset own          401  401     401       401     401       401    403    403    403    422    422 422
staff.sendPasswordReset other-level1 401  401     401       401     401       401    403    403    403    404    200 200
staff.sendPasswordReset both-level1  401  401     401       401     401       401    403    403    403    403    200 200
staff.sendPasswordReset unknown      401  401     401       401     401       401    403    403    403    404    404 404
staff.work own                    401       401       401       401       401       401       403       403       200       200       200       200
staff.work own-level3             401       401       401       401       401       401       403       403       200       200       200       200
staff.work own-level4             401       401       401       401       401       401       403       403       200       200       200       200
staff.work own-admin              401       401       401       401       401       401       403       403       200       200       200       200
staff.work self                   401       401       401       401       401       401       403       403       200       200       200       200
staff.work both                   401       401       401       401       401       401       403       403       200       200       200       200
staff.work other                  401       401       401       401       401       401       403       403       404       404       200       200
staff.work unknown                401       401       401       401       401       401       403       403       404       404       404       404
staff.retire own                  401       401       401       401       401       401       403       403       200       200       200       200
staff.retire own-level3           401       401       401       401       401       401       403       403       403       200       200       200
staff.retire own-level4           401       401       401       401       401       401       403       403       403       403       200       200
staff.retire own-admin            401       401       401       401       401       401       403       403       403       403       403       200
staff.retire self                 401       401       401       401       401       401       403       403       403       403       403       403
staff.retire both                 401       401       401       401       401       401       403       403       403       403       200       200
staff.retire other                401       401       401       401       401       401       403       403       404       404       200       200
staff.retire unknown              401       401       401       401       401       401       403       403       404       404       404       404
staff.remove own                  401       401     401       401     401       401    403    403    403    200    200 200
staff.remove other                401       401     401       401     401       401    403    403    403    404    200 200
staff.remove unknown              401       401     401       401     401       401    403    403    403    404    404 404
staff.approveReader own           401       401     401       401     401       401    403    403    403    200    200 200
staff.approveReader other         401       401     401       401     401       401    403    403    403    404    200 200
staff.approveReader unknown       401       401     401       401     401       401    403    403    403    404    404 404
staff.resetSecondFactor own       401       401     401       401     401       401    403    403    403    403    403 200
staff.resetSecondFactor self      401       401     401       401     401       401    403    403    403    403    403 403
staff.resetSecondFactor other     401       401     401       401     401       401    403    403    403    403    403 200
staff.resetSecondFactor unknown   401       401     401       401     401       401    403    403    403    403    403 404
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

/** The form for a new staff member. */
export const profileOf = ({ next }: World) => ({
  lastName: '山田',
  firstName: '花子',
  lastNameKana: 'ヤマダ',
  firstNameKana: 'ハナコ',
  email: `new${next()}@example.jp`,
  gender: 'female',
  tel: '03-1234-5678',
  birthday: '1990-04-01',
  imgUrl: null,
})

const registration = (world: World, role = 'level2', shopId = world.shops.own) => ({
  ...profileOf(world),
  displayName: null,
  role,
  jobTitle: null,
  employmentType: 'employee',
  joinedOn: '2026-04-01',
  shopIds: [shopId],
  invites: false,
})

/** Somebody who waits for an approval as a reader of health data: a manager whom an FC owner has registered. */
async function readerOf({ api, shops }: World, variant: string): Promise<string> {
  if (variant !== 'own' && variant !== 'other') return unknownId
  const shop = [shops[variant]]
  const { staffId: madeBy } = await api.makeStaff({ role: 'level4', shops: shop })
  return (await api.makeStaff({ role: 'level3', shops: shop, madeBy })).staffId
}

/** A person to act on: of one's own shop, of the other, of both, oneself, or another level. */
export async function targetOf({ api, shops, people }: World, variant: string, principal: PrincipalName) {
  const nobody = { staffId: unknownId, userId: unknownId, links: [] }
  if (variant === 'unknown') return nobody
  const known = people[variant === 'self' ? principal : variant]
  if (known || variant === 'self') return known ?? nobody
  const at = { other: [shops.other], both: [shops.own, shops.other] }[variant] ?? [shops.own]
  return api.makeStaff({ role: 'level2', shops: at, status: 'waiting' })
}

const leavers = {
  'own-level3': { role: 'level3' },
  'own-level4': { role: 'level4' },
  'own-admin': { role: 'level4', isAdmin: true },
} as const

/** A person to remove: of other levels somebody new for each call, who is gone after it. */
const leaverOf = (world: World, variant: string, principal: PrincipalName) => {
  const leaver = leavers[variant as keyof typeof leavers]
  return leaver ? world.api.makeStaff({ ...leaver, shops: [world.shops.own] }) : targetOf(world, variant, principal)
}

const userMadeBy = async ({ api, people }: World, who: string) =>
  (await api.makeStaff({ role: 'level1', status: 'waiting', madeBy: people[who]?.staffId, isUserOnly: true })).userId

const ofStaff =
  (method: Sent['method'], more: (world: World, variant: string) => object | undefined, path = '') =>
  async (world: World, variant: string, principal: PrincipalName): Promise<Sent> => {
    const { staffId } = await targetOf(world, variant, principal)
    return { method, path: `/api/admin/staff/${staffId}${path}`, body: more(world, variant) }
  }

export const area: Area = {
  walk,
  calls: {
    'staff.list': (world, variant) =>
      readOf(world, variant, '/api/admin/user/staff/list', variant === 'invited' ? { invitation: 'sent' } : {}),
    'staff.get': ofStaff('GET', () => undefined),
    'staff.register': (world, variant) => ({
      method: 'POST',
      path: '/api/admin/staff/register',
      body: variant.startsWith('level')
        ? registration(world, variant)
        : registration(world, 'level2', variant === 'other' ? world.shops.other : world.shops.own),
    }),
    'staff.create': async (world, variant, principal) => ({
      method: 'POST',
      path: '/api/admin/staff/new',
      body: {
        userId:
          variant === 'unknown' ? unknownId : await userMadeBy(world, variant === 'other' ? 'colleague' : principal),
        role: 'level2',
        status: variant === 'active' ? 'active' : 'waiting',
      },
    }),
    'staff.update': ofStaff('PUT', ({ next }, variant) => ({
      ...{ displayName: `職員 ${next()}` },
      ...(variant === 'to-level3' && { role: 'level3' }),
      ...(variant === 'to-admin' && { isAdmin: true }),
    })),
    'staff.setShops': ofStaff(
      'PUT',
      ({ shops }, variant) => ({
        shopIds: variant === 'to-other' ? [shops.own, shops.other] : [shops.own],
        mainShopId: shops.own,
      }),
      '/shops',
    ),
    'staff.invite': async (world, variant, principal) => ({
      method: 'POST',
      path: '/api/admin/staff/invite',
      body: { staffId: (await targetOf(world, variant, principal)).staffId },
    }),
    'staff.sendPasswordReset': async (world, variant, principal) => ({
      method: 'POST',
      path: '/api/admin/staff/send-password-reset',
      body: { staffId: (await targetOf(world, variant, principal)).staffId },
    }),
    'staff.work': ofStaff('GET', () => undefined, '/work'),
    'staff.retire': async (world, variant, principal) => ({
      method: 'PUT',
      path: `/api/admin/staff/${(await leaverOf(world, variant, principal)).staffId}/retire`,
      body: { leftOn: '2026-11-30', successors: [] },
    }),
    'staff.remove': ofStaff('DELETE', () => undefined),
    'staff.approveReader': async (world, variant) => ({
      method: 'PUT',
      path: `/api/admin/staff/${await readerOf(world, variant)}/approve-reader`,
    }),
    'staff.resetSecondFactor': ofStaff('DELETE', () => undefined, '/second-factor'),
    'staff.changePassword': ({ people }, variant, principal) => {
      const target = variant === 'self' ? people[principal] : people[variant]
      const body = draftFor(target?.userId ?? unknownId)
      return { method: 'POST', path: '/api/admin/user/staff/change-password', body }
    },
  },
  drafts: {
    'staff.register': (world) => registration(world),
    'staff.update': () => ({
      displayName: '山田 花子',
      role: 'level2',
      status: 'waiting',
      isAdmin: false,
      jobTitle: '主任',
      employmentType: 'partTime',
      joinedOn: '2026-04-01',
      leftOn: null,
    }),
    'staff.create': async (world) => ({ userId: await userMadeBy(world, 'admin'), role: 'level2', status: 'waiting' }),
    'staff.invite': async (world) => ({ staffId: (await targetOf(world, 'own', 'admin')).staffId }),
    'staff.sendPasswordReset': async ({ api, shops }) => ({
      staffId: (await api.makeStaff({ role: 'level2', shops: [shops.own] })).staffId,
    }),
    'staff.retire': async ({ api, shops }) => {
      const { staffId } = await api.makeStaff({ role: 'level2', shops: [shops.own] })
      return { leftOn: '2026-11-30', successors: [{ shopId: shops.own, staffId }] }
    },
    'staff.setShops': ({ shops }) => ({ shopIds: [shops.own, shops.other], mainShopId: shops.own }),
    'staff.changePassword': ({ people }) => draftFor(people.colleague?.userId),
  },
}

export const list: ListArea = {
  noun: 'スタッフ',
  path: '/staffs',
  ofShop: true,
  api: '/api/admin/user/staff/list',
  account: 'head',
  defaults: 'sort=displayName&status=all&role=1',
  sortBy: '最終ログイン',
  search: { keyword: 'たかせ', shows: '高瀬' },
  filter: { label: '状態', option: '待機中', inUrl: /status=waiting/ },
  record: {
    ready: (page) => page.getByRole('heading', { name: '権限と在籍' }),
    opensOver: false,
    back: 'スタッフの一覧',
  },
  closedTo: 'partner',
}
