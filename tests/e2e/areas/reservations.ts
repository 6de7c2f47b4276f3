import type { ListArea } from '../areas.ts'

export const list: ListArea = {
  noun: '予約',
  path: '/hacomono/reservations',
  ofShop: true,
  api: '/api/admin/shop/reservation/list',
  account: 'head',
  defaults: 'sort=startAt&status=all&from=1/2',
  sortBy: '開始日時',
  search: { keyword: 'ヨガ', shows: 'ヨガ' },
  filter: { label: '状態', option: '予約済', inUrl: /status=booked/ },
  record: {
    ready: (page) => page.getByRole('navigation', { name: '会員の情報' }),
    opensOver: false,
    isElsewhere: true,
  },
  csv: {
    head: '予約番号,',
    holds: /,K\d+,/,
    account: 'manager',
    notFor: 'trainer',
    file: /^予約一覧_[^_]+_\d{8}-\d{8}_\d{8}_\d{4}\.csv$/,
  },
}
