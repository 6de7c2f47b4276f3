import type { Page } from '@playwright/test'
import type { FormArea, ListArea } from '../areas.ts'

const body = (page: Page) => page.getByRole('textbox', { name: '本文' })

export const list: ListArea = {
  noun: 'コラム',
  path: '/other-settings/columns',
  api: '/api/admin/content/column/list',
  account: 'head',
  defaults: 'sort=-updatedAt&state=all',
  sortBy: 'タイトル',
  search: { keyword: '睡眠', shows: '睡眠' },
  filter: { label: 'カテゴリ', option: '食事', inUrl: /category=food/ },
  record: { ready: body, opensOver: false, back: 'コラムの一覧' },
}

export const form: FormArea = {
  noun: 'コラム',
  path: '/other-settings/columns',
  list: 'コラムの一覧',
  account: 'head',
  other: 'admin',
  name: 'タイトル',
  wanted: '本文',
  messages: {
    created: 'コラムを登録しました。',
    updated: 'コラムを更新しました。',
    removed: 'コラムを削除しました。',
  },
  fill: async (page) => {
    await body(page).click()
    await page.keyboard.insertText('朝の5分を体のために使いましょう。')
  },
  ready: body,
  second: {
    label: 'カテゴリ',
    change: async (page) => void (await page.getByLabel('カテゴリ').selectOption('sleep')),
    shows: '睡眠',
  },
  reader: 'trainer',
  standing: '睡眠',
}
