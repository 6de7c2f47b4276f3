import { type Area, shopIdOf } from './area.ts'

const walk = `
call                 anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
shop.list            401       401     401       401     401       401    200    200    200    200    200 200
shop.list by-members 401       401     401       401     401       401    422    200    200    200    200 200
shop.get own         401       401     401       401     401       401    200    200    200    200    200 200
shop.get other       401       401     401       401     401       401    404    404    404    404    200 200
shop.get unknown     401       401     401       401     401       401    404    404    404    404    404 404
shop.update own      401       401     401       401     401       401    403    403    200    200    200 200
shop.update other    401       401     401       401     401       401    403    403    404    404    200 200
shop.update unknown  401       401     401       401     401       401    403    403    404    404    404 404
`

export const area: Area = {
  walk,
  calls: {
    'shop.list': (_, variant) => ({
      method: 'GET',
      path: `/api/admin/shop/list${variant === 'by-members' ? '?sortKey=memberCount' : ''}`,
    }),
    'shop.get': (world, variant) => ({ method: 'GET', path: `/api/admin/shop/${shopIdOf(world, variant)}` }),
    'shop.update': (world, variant) => ({
      method: 'PUT',
      path: `/api/admin/shop/${shopIdOf(world, variant)}`,
      body: { imgUrl: `https://example.jp/${world.next()}.png` },
    }),
  },
  drafts: { 'shop.update': () => ({ rsvUrl: 'https://example.jp/reserve', enabledOnlineRsv: 'true' }) },
}
