import type { ListArea } from '../areas.ts'

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
