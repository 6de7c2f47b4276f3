import type { ListArea } from '../areas.ts'

export const list: ListArea = {
  noun: 'プラン',
  path: '/hacomono/plans-or-tickets',
  ofShop: true,
  api: '/api/admin/shop/plan/list',
  account: 'head',
  defaults: 'sort=code&status=all&category=1',
  sortBy: '契約者',
  search: { keyword: 'れぎゅらー', shows: 'レギュラー会員' },
  filter: { label: '会員種別', option: '学生', inUrl: /category=student/ },
  record: {
    ready: (page) => page.getByRole('heading', { name: '利用条件' }),
    opensOver: false,
    back: 'プランの一覧',
  },
  closedTo: 'partner',
}
