import type { Page } from '@playwright/test'
import type { FormArea, ListArea } from '../areas.ts'

const body = (page: Page) => page.getByRole('textbox', { name: '本文' })

export const list: ListArea = {
  noun: 'メールテンプレート',
  path: '/mail/templates',
  ofShop: true,
  api: '/api/admin/mail/template/list',
  account: 'head',
  defaults: 'sort=-updatedAt&status=all',
  sortBy: 'テンプレート名',
  search: { keyword: '新宿店', shows: '新宿店' },
  filter: { label: '種別', option: '広告宣伝', inUrl: /category=marketing/ },
  record: { ready: body, opensOver: false, back: 'メールテンプレートの一覧' },
  closedTo: 'partner',
}

export const form: FormArea = {
  noun: 'メールテンプレート',
  path: '/mail/templates',
  list: 'メールテンプレートの一覧',
  account: 'head',
  other: 'admin',
  name: 'テンプレート名',
  wanted: '本文',
  required: 3,
  messages: {
    created: 'メールテンプレートを登録しました。',
    updated: 'メールテンプレートを更新しました。',
    removed: 'メールテンプレートを削除しました。',
  },
  fill: async (page) => {
    await page.getByLabel('差出人名').fill('からだクラブ')
    await page.getByLabel('件名').fill('休館のお知らせ')
    await body(page).click()
    await page.keyboard.insertText('{{会員氏名}}様、明日は休館します。')
  },
  ready: body,
  second: {
    label: '種別',
    change: async (page) => void (await page.getByLabel('種別').selectOption('marketing')),
    shows: '広告宣伝',
  },
  reader: 'trainer',
  standing: 'お変わりありませんか',
}
