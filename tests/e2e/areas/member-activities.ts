import type { ListArea } from '../areas.ts'

export const list: ListArea = {
  noun: '会員の利用状況',
  path: '/lean-body/member-activities',
  ofShop: true,
  api: '/api/admin/content/lean-body/activity/list',
  account: 'head',
  defaults: 'sort=-startedAt&completed=all&from=1/2',
  sortBy: '開始日時',
  search: { keyword: 'すず', shows: 'スズ' },
  filter: { label: '完了', option: '途中', inUrl: /completed=false/ },
  record: {
    ready: (page) => page.getByRole('navigation', { name: '会員の情報' }),
    opensOver: false,
    isElsewhere: true,
  },
  closedTo: 'partner',
}
