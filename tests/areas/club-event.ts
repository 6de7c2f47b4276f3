import type { Page } from '@playwright/test'
import {
  type Area,
  addressOfNew,
  type FormArea,
  type ListArea,
  readOf,
  recordCalls,
  targetOf,
  type World,
} from './area.ts'

const path = '/api/admin/club-event'

const draftFor = (world: World, variant: string) => ({
  title: `近くに競合店 ${variant}`,
  kind: 'other',
  firstOn: '2026-11-03',
  lastOn: null,
  target: targetOf(world, variant),
})

/** The address of a new one, of the shops of the variant. */
const addressOf = (world: World, variant: string) => addressOfNew(world, path, variant, draftFor(world, variant))

const walk = `
call                             anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
clubEvent.list every             401       401     401       401     401       401    403    200    200    200    200 200
clubEvent.list own               401       401     401       401     401       401    403    200    200    200    200 200
clubEvent.list other             401       401     401       401     401       401    403    404    404    404    200 200
clubEvent.list unknown           401       401     401       401     401       401    403    404    404    404    404 404
clubEvent.shown every            401       401     401       401     401       401    403    200    200    200    200 200
clubEvent.shown own              401       401     401       401     401       401    403    200    200    200    200 200
clubEvent.shown other            401       401     401       401     401       401    403    404    404    404    200 200
clubEvent.shown unknown          401       401     401       401     401       401    403    404    404    404    404 404
clubEvent.get own                401       401     401       401     401       401    403    200    200    200    200 200
clubEvent.get both               401       401     401       401     401       401    403    200    200    200    200 200
clubEvent.get everyone           401       401     401       401     401       401    403    200    200    200    200 200
clubEvent.get other              401       401     401       401     401       401    403    404    404    404    200 200
clubEvent.get unknown            401       401     401       401     401       401    403    404    404    404    404 404
clubEvent.create own             401       401     401       401     401       401    403    403    200    200    200 200
clubEvent.create both            401       401     401       401     401       401    403    403    404    404    200 200
clubEvent.create everyone        401       401     401       401     401       401    403    403    422    422    200 200
clubEvent.create other           401       401     401       401     401       401    403    403    404    404    200 200
clubEvent.create unknown         401       401     401       401     401       401    403    403    404    404    404 404
clubEvent.update own             401       401     401       401     401       401    403    403    200    200    200 200
clubEvent.update own-to-both     401       401     401       401     401       401    403    403    404    404    200 200
clubEvent.update own-to-everyone 401       401     401       401     401       401    403    403    422    422    200 200
clubEvent.update both            401       401     401       401     401       401    403    403    403    403    200 200
clubEvent.update everyone        401       401     401       401     401       401    403    403    403    403    200 200
clubEvent.update other           401       401     401       401     401       401    403    403    404    404    200 200
clubEvent.update unknown         401       401     401       401     401       401    403    403    404    404    404 404
clubEvent.remove own             401       401     401       401     401       401    403    403    200    200    200 200
clubEvent.remove both            401       401     401       401     401       401    403    403    403    403    200 200
clubEvent.remove everyone        401       401     401       401     401       401    403    403    403    403    200 200
clubEvent.remove other           401       401     401       401     401       401    403    403    404    404    200 200
clubEvent.remove unknown         401       401     401       401     401       401    403    403    404    404    404 404
`

export const area: Area = {
  walk,
  stock: async (world) => {
    for (const variant of ['own', 'other', 'both', 'everyone']) await addressOf(world, variant)
  },
  calls: {
    ...recordCalls('clubEvent', path, {
      addressOf,
      draft: draftFor,
      change: (world, to) => (to ? { target: targetOf(world, to) } : { title: `変更 ${world.next()}` }),
    }),
    'clubEvent.shown': (world, variant) =>
      readOf(world, variant, `${path}/shown`, { from: '2026-11-01', to: '2026-11-30' }),
  },
  drafts: {
    'clubEvent.create': (world) => draftFor(world, 'everyone'),
    'clubEvent.update': (world) => draftFor(world, 'everyone'),
  },
}

const title = (page: Page) => page.getByLabel('内容', { exact: false }).first()

export const list: ListArea = {
  noun: '出来事',
  path: '/statistics/events',
  ofShop: true,
  api: `${path}/list`,
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
