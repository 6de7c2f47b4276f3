import type { ListArea } from '../areas.ts'

export const list: ListArea = {
  noun: '日報',
  path: '/shop-reports/list',
  ofShop: true,
  api: '/api/admin/shop/daily-report/list',
  account: 'head',
  defaults: 'sort=-date&status=all&from=1/2',
  sortBy: '提出日時',
  search: { keyword: '鍵', shows: '店' },
  filter: { label: '状態', option: '差戻し', inUrl: /status=returned/ },
  record: { ready: (page) => page.getByText('今月の進み方'), opensOver: false, back: '日報の一覧' },
  csv: {
    head: '日付,',
    holds: /差戻し/,
    account: 'manager',
    notFor: 'trainer',
    file: /^日報_[^_]+_\d{8}-\d{8}_\d{8}_\d{4}\.csv$/,
  },
  closedTo: 'partner',
}
