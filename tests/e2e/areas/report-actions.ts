import type { FormArea, ListArea } from '../areas.ts'

export const list: ListArea = {
  noun: '改善アクション',
  path: '/shop-reports/actions',
  ofShop: true,
  api: '/api/admin/shop/report-action/list',
  account: 'head',
  defaults: 'sort=dueOn&status=all&category=1',
  sortBy: '期限',
  search: { keyword: '翌日', shows: '体験後の翌日フォロー' },
  filter: { label: '区分', option: '設備', inUrl: /category=facility/ },
  record: {
    ready: (page) => page.getByRole('heading', { name: 'コメント' }),
    opensOver: false,
    back: '改善アクションの一覧',
  },
  csv: {
    head: '店舗,件名,',
    holds: /フリーウエイト/,
    account: 'manager',
    notFor: 'trainer',
    file: /^改善アクション_[^_]+_\d{8}_\d{4}\.csv$/,
  },
  closedTo: 'partner',
}

export const form: FormArea = {
  noun: '改善アクション',
  path: '/shop-reports/actions',
  list: '改善アクションの一覧',
  account: 'head',
  other: 'admin',
  name: '件名',
  wanted: '計画',
  messages: {
    created: '改善アクションを登録しました。',
    updated: '改善アクションを更新しました。',
    removed: '改善アクションを削除しました。',
  },
  fill: async (page) => {
    await page.locator('form').getByLabel('店舗').selectOption('新宿店')
    await page.getByLabel('計画').fill('翌日までに電話します。')
  },
  ready: (page) => page.getByLabel('計画'),
  second: {
    label: '区分',
    change: async (page) => void (await page.getByLabel('区分').selectOption('facility')),
    shows: '設備',
  },
  reader: 'trainer',
  standing: '夜間スタジオの増枠',
}
