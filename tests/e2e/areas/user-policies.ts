import type { Page } from '@playwright/test'
import type { FormArea, ListArea } from '../areas.ts'

const policyText = (page: Page) => page.getByRole('heading', { name: '会員に表示される内容' })
const body = (page: Page) => page.getByRole('textbox', { name: '本文' })

export const list: ListArea = {
  noun: '利用規約',
  path: '/other-settings/user-policies',
  api: '/api/admin/policy/list',
  account: 'head',
  defaults: 'sort=-effectiveFrom&state=all',
  sortBy: '同意数',
  search: { keyword: '前月15日', shows: '利用規約' },
  filter: { label: '状態', option: '有効', inUrl: /state=active/ },
  record: { ready: policyText, opensOver: false, back: '利用規約の一覧' },
  closedTo: 'partner',
}

export const form: FormArea = {
  noun: '利用規約',
  path: '/other-settings/user-policies',
  list: '利用規約の一覧',
  account: 'head',
  other: 'admin',
  name: '版',
  wanted: '本文',
  messages: {
    created: '利用規約を登録しました。',
    updated: '利用規約を更新しました。',
    removed: '利用規約を削除しました。',
  },
  fill: (page) => body(page).fill('# 第1条\n\n館内では上履きを着用します。'),
  ready: body,
  second: {
    label: '再同意',
    change: (page) => page.getByLabel('会員に、あらためて同意を求める').check(),
    shows: '求める',
  },
  reader: 'manager',
  standing: '第1版',
}
