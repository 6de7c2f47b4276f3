import { emailOf, password } from '../support/accounts.ts'
import { type Area, type ListArea, readOf, unknownId, type World } from './area.ts'

const path = '/api/admin/audit'

/** An audit row of a shop: a member's note was changed there. */
async function rowOf({ api, shops, people, next }: World, whose: string): Promise<string> {
  const shop = whose === 'other' ? shops.other : shops.own
  const { userId } = await api.makeMember(shop)
  const token = await api.signIn(people.admin as never)
  await api.put(`/api/admin/member/${userId}`, { token, body: { staffNote: `メモ ${next()}` } })
  const { json } = await api.get(`${path}/list?resourceType=member&resourceId=${userId}`, { token })
  return json.list[0].id
}

const walk = `
call                     anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
audit.list every         401       401     401       401     401       401    200    200    200    200    200 200
audit.list own           401       401     401       401     401       401    200    200    200    200    200 200
audit.list other         401       401     401       401     401       401    404    404    404    404    200 200
audit.list unknown       401       401     401       401     401       401    404    404    404    404    404 404
audit.list of-own-member 401       401     401       401     401       401    404    200    200    200    200 200
audit.list of-other-member 401     401     401       401     401       401    404    404    404    404    200 200
audit.list csv-every     401       401     401       401     401       401    403    403    403    403    200 200
audit.list csv-own       401       401     401       401     401       401    403    403    403    403    200 200
audit.list csv-other     401       401     401       401     401       401    403    403    403    403    200 200
audit.check every        401       401     401       401     401       401    403    403    403    403    200 200
audit.get own            401       401     401       401     401       401    404    404    200    200    200 200
audit.get other          401       401     401       401     401       401    404    404    404    404    200 200
audit.get unknown        401       401     401       401     401       401    404    404    404    404    404 404
`

const ofMember = async ({ api, shops }: World, variant: string) =>
  (await api.makeMember(variant === 'of-own-member' ? shops.own : shops.other)).userId

export const area: Area = {
  walk,
  calls: {
    'audit.list': async (world, variant) =>
      readOf(
        world,
        variant,
        `${path}/list`,
        variant.startsWith('of-') ? { userId: await ofMember(world, variant) } : {},
      ),
    'audit.check': () => ({ method: 'GET', path: `${path}/check` }),
    'audit.get': async (world, variant) => ({
      method: 'GET',
      path: `${path}/${variant === 'unknown' ? unknownId : await rowOf(world, variant)}`,
    }),
  },
}

export const list: ListArea = {
  noun: '操作履歴',
  path: '/audit-log',
  api: '/api/admin/audit/',
  account: 'head',
  defaults: 'sort=-at&group=all&resourceType=1',
  sortBy: '日時',
  search: { keyword: '水野', shows: '水野' },
  filter: { label: '操作の種類', option: 'ログイン・ログアウト', inUrl: /group=signIn/ },
  record: {
    ready: (page) => page.locator('dialog[open]').getByRole('heading', { name: '接続元' }),
    opensOver: true,
  },
  stock: async (api) => {
    for (const account of ['manager', 'manager', 'manager', 'owner'] as const) {
      await fetch(`${api}/api/admin/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: emailOf(account), password }),
      })
    }
  },
}
