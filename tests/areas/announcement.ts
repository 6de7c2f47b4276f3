import type { Page } from '@playwright/test'
import { type Area, addressOfNew, type FormArea, type ListArea, recordCalls, targetOf, type World } from './area.ts'

const path = '/api/admin/announcement'

const draftFor = (world: World, variant: string) => ({
  title: `お知らせ ${variant}`,
  body: '<p>12月31日は18時までです。</p>',
  category: 'info',
  imgUrl: null,
  linkUrl: null,
  target: targetOf(world, variant),
  publishFrom: null,
  publishTo: null,
  isPinned: false,
  status: 'active',
})

/** The address of a new one for `own`, `other`, `both` or `everyone`, published or (`own-draft`) not. */
const addressOf = (world: World, variant: string) => {
  const [to = '', draft] = variant.split('-')
  return addressOfNew(world, path, variant, { ...draftFor(world, to), status: draft ? 'pending' : 'active' })
}

const walk = `
call                                anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
announcement.list every             401       401     401       401     401       401    200    200    200    200    200 200
announcement.list own               401       401     401       401     401       401    200    200    200    200    200 200
announcement.list other             401       401     401       401     401       401    404    404    404    404    200 200
announcement.list unknown           401       401     401       401     401       401    404    404    404    404    404 404
announcement.get own                401       401     401       401     401       401    200    200    200    200    200 200
announcement.get own-draft          401       401     401       401     401       401    404    200    200    200    200 200
announcement.get both               401       401     401       401     401       401    200    200    200    200    200 200
announcement.get everyone           401       401     401       401     401       401    200    200    200    200    200 200
announcement.get other              401       401     401       401     401       401    404    404    404    404    200 200
announcement.get unknown            401       401     401       401     401       401    404    404    404    404    404 404
announcement.create own             401       401     401       401     401       401    403    403    200    200    200 200
announcement.create both            401       401     401       401     401       401    403    403    404    404    200 200
announcement.create everyone        401       401     401       401     401       401    403    403    422    422    200 200
announcement.create other           401       401     401       401     401       401    403    403    404    404    200 200
announcement.create unknown         401       401     401       401     401       401    403    403    404    404    404 404
announcement.update own             401       401     401       401     401       401    403    403    200    200    200 200
announcement.update own-to-both     401       401     401       401     401       401    403    403    404    404    200 200
announcement.update own-to-everyone 401       401     401       401     401       401    403    403    422    422    200 200
announcement.update both            401       401     401       401     401       401    403    403    403    403    200 200
announcement.update everyone        401       401     401       401     401       401    403    403    403    403    200 200
announcement.update other           401       401     401       401     401       401    403    403    404    404    200 200
announcement.update unknown         401       401     401       401     401       401    403    403    404    404    404 404
announcement.remove own-draft       401       401     401       401     401       401    403    403    200    200    200 200
announcement.remove both-draft      401       401     401       401     401       401    403    403    403    403    200 200
announcement.remove everyone-draft  401       401     401       401     401       401    403    403    403    403    200 200
announcement.remove other-draft     401       401     401       401     401       401    403    403    404    404    200 200
announcement.remove unknown         401       401     401       401     401       401    403    403    404    404    404 404
`

export const area: Area = {
  walk,
  stock: async (world) => {
    for (const variant of ['own', 'own-draft', 'other', 'both', 'everyone']) await addressOf(world, variant)
  },
  calls: {
    ...recordCalls('announcement', path, {
      addressOf,
      draft: draftFor,
      change: (world, to) => (to ? { target: targetOf(world, to) } : { title: `変更 ${world.next()}` }),
    }),
  },
  drafts: {
    'announcement.create': (world) => draftFor(world, 'everyone'),
    'announcement.update': (world) => draftFor(world, 'everyone'),
  },
}

const body = (page: Page) => page.getByRole('textbox', { name: '本文' })

export const list: ListArea = {
  noun: 'お知らせ',
  path: '/other-settings/announcements',
  ofShop: true,
  api: `${path}/list`,
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
