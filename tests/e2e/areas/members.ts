import type { ListArea } from '../areas.ts'

export const list: ListArea = {
  noun: '会員',
  path: '/hacomono/members',
  ofShop: true,
  api: '/api/admin/user/member/',
  account: 'head',
  defaults: 'sort=kana&status=all&joinedFrom=1/2',
  sortBy: '会員番号',
  search: { keyword: 'すず', shows: 'スズ' },
  filter: { label: '契約状態', option: '休会中', inUrl: /contractStatus=suspended/ },
  record: { ready: (page) => page.locator('dialog[open]').getByText('契約の履歴'), opensOver: true },
  csv: {
    head: '会員番号,',
    holds: /,0[789]0-\d{4}-\d{4},/,
    account: 'manager',
    notFor: 'trainer',
    file: /^会員一覧_[^_]+_\d{8}_\d{4}\.csv$/,
  },
  closedTo: 'partner',
}
