import type { Page } from '@playwright/test'
import type { FormArea, ListArea } from '../areas.ts'

const body = (page: Page) => page.getByRole('textbox', { name: '本文' })

export const list: ListArea = {
  noun: 'お知らせ',
  path: '/other-settings/announcements',
  ofShop: true,
  api: '/api/admin/announcement/list',
  account: 'head',
  defaults: 'sort=-updatedAt&state=all',
  sortBy: 'タイトル',
  search: { keyword: 'システムメンテナンス', shows: 'システム' },
  filter: { label: '状態', option: '非公開', inUrl: /state=disabled/ },
  record: { ready: body, opensOver: false, back: 'お知らせの一覧' },
}

export const form: FormArea = {
  noun: 'お知らせ',
  path: '/other-settings/announcements',
  list: 'お知らせの一覧',
  account: 'head',
  other: 'admin',
  name: 'タイトル',
  wanted: '本文',
  messages: {
    created: 'お知らせを登録しました。',
    updated: 'お知らせを更新しました。',
    removed: 'お知らせを削除しました。',
  },
  fill: async (page) => {
    await body(page).click()
    await page.keyboard.insertText('休館のお知らせです。')
  },
  ready: body,
  second: {
    label: '区分',
    change: async (page) => void (await page.getByLabel('区分').selectOption('campaign')),
    shows: 'キャンペーン',
  },
  reader: 'trainer',
  standing: 'システムメンテナンス',
}
