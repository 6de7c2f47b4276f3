import { type Area, type ListArea, readOf } from './area.ts'

const walk = `
call                      anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
shopTicket.list every     401       401     401       401     401       401    403    200    200    200    200 200
shopTicket.list own       401       401     401       401     401       401    403    200    200    200    200 200
shopTicket.list other     401       401     401       401     401       401    403    404    404    404    200 200
shopTicket.list unknown   401       401     401       401     401       401    403    404    404    404    404 404
shopTicket.list by-price  401       401     401       401     401       401    403    422    200    200    200 200
shopTicket.list by-sold   401       401     401       401     401       401    403    200    200    200    200 200
`

const orders: Record<string, Record<string, string>> = {
  'by-price': { sortKey: 'price' },
  'by-sold': { sortKey: 'soldNum', sortDir: 'desc' },
}

export const area: Area = {
  walk,
  stock: async ({ api, shops }) => {
    for (const shopId of Object.values(shops)) await api.makeTicket([shopId])
  },
  calls: {
    'shopTicket.list': (world, variant) => readOf(world, variant, '/api/admin/shop/ticket/list', orders[variant]),
  },
}

export const list: ListArea = {
  noun: 'チケット',
  path: '/hacomono/plans-or-tickets/tickets',
  ofShop: true,
  api: '/api/admin/shop/ticket/list',
  account: 'head',
  defaults: 'sort=code&status=all&type=1',
  sortBy: '販売',
  search: { keyword: '回数券', shows: '回数券' },
  filter: { label: '種別', option: '入退館', inUrl: /type=entry/ },
  closedTo: 'partner',
}
