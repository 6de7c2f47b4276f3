import { type Area, type ListArea, shopIdOf, unknownId, type World } from './area.ts'

const walk = `
call                 anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
shop.list            401       401     401       401     401       401    200    200    200    200    200 200
shop.list by-members 401       401     401       401     401       401    422    200    200    200    200 200
shop.get own         401       401     401       401     401       401    200    200    200    200    200 200
shop.get other       401       401     401       401     401       401    404    404    404    404    200 200
shop.get unknown     401       401     401       401     401       401    404    404    404    404    404 404
shop.create          401       401     401       401     401       401    403    403    403    403    200 200
shop.updateFacts own 401       401     401       401     401       401    403    403    403    403    200 200
shop.updateFacts unknown 401   401     401       401     401       401    403    403    403    403    404 404
shop.update own      401       401     401       401     401       401    403    403    200    200    200 200
shop.update other    401       401     401       401     401       401    403    403    404    404    200 200
shop.update unknown  401       401     401       401     401       401    403    403    404    404    404 404
`

const facts = ({ next }: World) => ({
  ...{ name: '三鷹店', nameKana: 'ミタカテン', code: `M${next()}`, ownerType: 'direct', companyName: 'からだ株式会社' },
  ...{ zipCode: '181-0013', prefecture: '東京都', address1: '三鷹市下連雀1-1-1', address2: null },
  ...{ tel: '0422-00-0000', openedOn: '2027-04-01' },
})

export const area: Area = {
  walk,
  calls: {
    'shop.list': (_, variant) => ({
      method: 'GET',
      path: `/api/admin/shop/list${variant === 'by-members' ? '?sortKey=memberCount' : ''}`,
    }),
    'shop.get': (world, variant) => ({ method: 'GET', path: `/api/admin/shop/${shopIdOf(world, variant)}` }),
    'shop.create': (world) => ({ method: 'POST', path: '/api/admin/shop/new', body: facts(world) }),
    // Of a shop that was registered here.
    'shop.updateFacts': async (world, variant) => ({
      method: 'PUT',
      path: `/api/admin/shop/${variant === 'unknown' ? unknownId : await world.api.makeShop({ externalId: null })}/facts`,
      body: { name: '新しい名前' },
    }),
    'shop.update': (world, variant) => ({
      method: 'PUT',
      path: `/api/admin/shop/${shopIdOf(world, variant)}`,
      body: { imgUrl: `https://example.jp/${world.next()}.png` },
    }),
  },
  drafts: {
    'shop.create': facts,
    'shop.updateFacts': facts,
    'shop.update': () => ({ rsvUrl: 'https://example.jp/reserve', enabledOnlineRsv: 'true' }),
  },
}

export const list: ListArea = {
  noun: '店舗',
  path: '/hacomono/shops',
  api: '/api/admin/shop/list',
  account: 'head',
  defaults: 'sort=sortOrder&view=table&ownerType=all',
  sortBy: '店舗名',
  search: { keyword: 'S00', shows: 'S00' },
  filter: { label: '運営区分', option: 'FC', inUrl: /ownerType=franchise/ },
  record: {
    ready: (page) => page.getByRole('heading', { name: '営業時間' }),
    opensOver: false,
    back: '店舗の一覧',
  },
}
