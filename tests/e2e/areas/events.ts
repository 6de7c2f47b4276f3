import type { Page } from '@playwright/test'
import type { FormArea, ListArea } from '../areas.ts'

const title = (page: Page) => page.getByLabel('内容', { exact: false }).first()

export const list: ListArea = {
  noun: '出来事',
  path: '/statistics/events',
  ofShop: true,
  api: '/api/admin/club-event/list',
  account: 'head',
  defaults: 'sort=-firstOn',
  sortBy: '内容',
  search: { keyword: '会', shows: '会' },
  filter: { label: '種類', option: '休館', inUrl: /kind=closure/ },
  record: { ready: title, opensOver: false, back: '出来事の一覧' },
}

export const form: FormArea = {
  noun: '出来事',
  path: '/statistics/events',
  list: '出来事の一覧',
  account: 'head',
  other: 'admin',
  name: '内容',
  textFields: 1,
  wanted: '初日',
  messages: {
    created: '出来事を登録しました。',
    updated: '出来事を更新しました。',
    removed: '出来事を削除しました。',
  },
  fill: (page) => page.getByLabel('初日').fill('2026-11-03'),
  ready: title,
  second: {
    label: '種類',
    change: async (page) => void (await page.getByLabel('種類').selectOption('campaign')),
    shows: 'キャンペーン',
  },
  reader: 'trainer',
  standing: '台風',
}
