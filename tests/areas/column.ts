import type { Page } from '@playwright/test'
import { type Area, addressOfNew, type FormArea, type ListArea, recordCalls, type World } from './area.ts'

/** A valid column with every field. */
export const columnDraft = (title: string, status = 'active') => ({
  title,
  lead: '毎日の小さな習慣',
  body: '<p>肩甲骨を寄せて、ゆっくり息を吐きます。</p>',
  category: 'exercise',
  tags: ['ストレッチ', '肩こり'],
  imgUrl: null,
  authorName: '本部 編集部',
  supervisorName: null,
  targetMoods: ['happy'],
  relatedIds: [],
  publishFrom: null,
  publishTo: null,
  status,
})

const path = '/api/admin/content/column'

/** The address of a new one, published or a draft. */
const addressOf = (world: World, variant: string) =>
  addressOfNew(world, path, variant, columnDraft(`コラム ${world.next()}`, variant === 'draft' ? 'pending' : 'active'))

const walk = `
call                    anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
column.list every       401       401     401       401     401       401    200    200    200    200    200 200
column.get published    401       401     401       401     401       401    200    200    200    200    200 200
column.get draft        401       401     401       401     401       401    404    200    200    200    200 200
column.get unknown      401       401     401       401     401       401    404    404    404    404    404 404
column.create any       401       401     401       401     401       401    403    403    403    403    200 200
column.update any       401       401     401       401     401       401    403    403    403    403    200 200
column.update unknown   401       401     401       401     401       401    403    403    403    403    404 404
column.setOrder any     401       401     401       401     401       401    403    403    403    403    200 200
column.setOrder unknown 401       401     401       401     401       401    403    403    403    403    404 404
column.texts any        401       401     401       401     401       401    403    403    403    403    200 200
column.texts unknown    401       401     401       401     401       401    403    403    403    403    404 404
column.tags             401       401     401       401     401       401    403    403    403    403    200 200
column.remove draft     401       401     401       401     401       401    403    403    403    403    200 200
column.remove published 401       401     401       401     401       401    403    403    403    403    422 422
column.remove unknown   401       401     401       401     401       401    403    403    403    403    404 404
`

export const area: Area = {
  walk,
  isOfChain: true,
  stock: async (world) => {
    for (const variant of ['published', 'draft']) await addressOf(world, variant)
  },
  calls: {
    ...recordCalls('column', path, {
      addressOf,
      draft: (world) => columnDraft(`コラム ${world.next()}`),
      change: (world) => ({ title: `変更 ${world.next()}` }),
    }),
    'column.setOrder': async (world, variant) => ({
      method: 'PUT',
      path: `${path}/order`,
      body: { ids: [(await addressOf(world, variant)).split('/').at(-1)] },
    }),
    'column.texts': async (world, variant) => ({ method: 'GET', path: `${await addressOf(world, variant)}/text/list` }),
    'column.tags': () => ({ method: 'GET', path: `${path}/tag/list` }),
  },
  drafts: {
    'column.create': () => columnDraft('腸活のすすめ'),
    'column.update': () => columnDraft('腸活のすすめ'),
    'column.setOrder': async (world) => ({ ids: [(await addressOf(world, 'draft')).split('/').at(-1)] }),
  },
}

const body = (page: Page) => page.getByRole('textbox', { name: '本文' })

export const list: ListArea = {
  noun: 'コラム',
  path: '/other-settings/columns',
  api: `${path}/list`,
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
