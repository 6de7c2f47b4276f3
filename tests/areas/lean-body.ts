import { type Area, type ListArea, unknownId, type World } from './area.ts'

const path = '/api/admin/content/lean-body'

const idOf = (world: World, variant: string) => (variant === 'unknown' ? unknownId : world.api.makeContent())

const walk = `
call                    anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
leanBody.list           401       401     401       401     401       401    200    200    200    200    200 200
leanBody.choices        401       401     401       401     401       401    200    200    200    200    200 200
leanBody.get any        401       401     401       401     401       401    200    200    200    200    200 200
leanBody.get unknown    401       401     401       401     401       401    404    404    404    404    404 404
leanBody.bulk any       401       401     401       401     401       401    403    403    403    403    200 200
leanBody.bulk unknown   401       401     401       401     401       401    403    403    403    403    404 404
leanBody.bulk no-draft  401       401     401       401     401       401    403    403    403    403    422 422
leanBody.update any     401       401     401       401     401       401    403    403    403    403    200 200
leanBody.update unknown 401       401     401       401     401       401    403    403    403    403    404 404
`

export const area: Area = {
  walk,
  isOfChain: true,
  stock: async (world) => {
    for (const status of ['active', 'pending'] as const) await world.api.makeContent({ status })
  },
  calls: {
    'leanBody.list': () => ({ method: 'GET', path: `${path}/list` }),
    'leanBody.choices': () => ({ method: 'GET', path: `${path}/choices` }),
    'leanBody.get': async (world, variant) => ({ method: 'GET', path: `${path}/${await idOf(world, variant)}` }),
    'leanBody.bulk': async (world, variant) => ({
      method: 'PUT',
      path: `${path}/bulk`,
      body: {
        ids: [await world.api.makeContent(), await idOf(world, variant)],
        status: variant === 'no-draft' ? 'pending' : 'disabled',
      },
    }),
    'leanBody.update': async (world, variant) => ({
      method: 'PUT',
      path: `${path}/${await idOf(world, variant)}`,
      body: { title: `変更 ${world.next()}` },
    }),
  },
  drafts: {
    'leanBody.bulk': async (world) => ({
      ids: [await world.api.makeContent()],
      status: 'disabled',
      shopIds: [world.shops.own],
    }),
    'leanBody.update': ({ shops }) => ({
      title: '体幹トレーニング 入門',
      description: '腹を中心に動かします。',
      tags: ['体幹', '初心者'],
      recommendedMoods: ['happy'],
      status: 'active',
      sortOrder: 12,
      shopIds: [shops.own],
    }),
  },
}

export const list: ListArea = {
  noun: 'コンテンツ',
  path: '/lean-body/contents',
  api: '/api/admin/content/lean-body/list',
  account: 'head',
  defaults: 'sort=sortOrder&status=all&intensity=9&view=table',
  sortBy: 'タイトル',
  search: { keyword: 'めざめ', shows: '朝のめざめヨガ' },
  filter: { label: '種目', option: 'ピラティス', inUrl: /category=pilates/ },
  record: {
    ready: (page) => page.getByRole('textbox', { name: 'タイトル' }),
    opensOver: false,
    back: 'コンテンツの一覧',
  },
}
