import type { ListArea } from '../areas.ts'

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
