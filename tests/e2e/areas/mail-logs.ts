import type { ListArea } from '../areas.ts'

export const list: ListArea = {
  noun: '送信履歴',
  path: '/mail/logs',
  ofShop: true,
  api: '/api/admin/mail/log/list',
  account: 'head',
  defaults: 'sort=-sendAt&status=all&from=1/2',
  sortBy: '宛先',
  search: { keyword: 'お知らせ', shows: 'お知らせ' },
  filter: { label: '種別', option: '広告宣伝', inUrl: /category=marketing/ },
  record: {
    ready: (page) => page.getByRole('heading', { name: '送信の記録' }),
    opensOver: false,
    back: '送信履歴の一覧',
  },
  csv: {
    head: '送信予定,',
    holds: /広告宣伝/,
    account: 'manager',
    file: /^メール送信履歴_[^_]+_\d{8}_\d{4}\.csv$/,
  },
  closedTo: 'trainer',
}
