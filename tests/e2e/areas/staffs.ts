import type { ListArea } from '../areas.ts'

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
