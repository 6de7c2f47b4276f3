import type { Page } from '@playwright/test'
import { type Area, addressOfNew, type FormArea, type ListArea, recordCalls, shopIdOf, type World } from './area.ts'

const path = '/api/admin/mail/template'

/** A valid template with every field; of the shop that a variant names, or 共通. */
export const templateDraft = (world: World, variant: string, status = 'active') => ({
  name: `テンプレート ${variant} ${world.next()}`,
  category: 'followUp',
  subject: '{{会員氏名}}様、お元気ですか',
  body: '<p>前回のご来館は{{最終来館日}}でした。{{店舗名}}でお待ちしています。</p>',
  fromName: 'からだクラブ 新宿店',
  replyTo: 'shinjuku@example.jp',
  footer: '{{店舗名}} スタッフ一同',
  shopId: shopIdOf(world, variant) ?? null,
  status,
})

/** The address of a new one of `own`, `other` or `common`, in use or (`own-draft`) not. */
const addressOf = (world: World, variant: string) => {
  const [whose = '', draft] = variant.split('-')
  return addressOfNew(world, path, variant, templateDraft(world, whose, draft ? 'pending' : 'active'))
}

const walk = `
call                              anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
mailTemplate.list every           401       401     401       401     401       401    403    200    200    200    200 200
mailTemplate.list own             401       401     401       401     401       401    403    200    200    200    200 200
mailTemplate.list other           401       401     401       401     401       401    403    404    404    404    200 200
mailTemplate.list unknown         401       401     401       401     401       401    403    404    404    404    404 404
mailTemplate.get own              401       401     401       401     401       401    403    200    200    200    200 200
mailTemplate.get own-draft        401       401     401       401     401       401    403    200    200    200    200 200
mailTemplate.get common           401       401     401       401     401       401    403    200    200    200    200 200
mailTemplate.get other            401       401     401       401     401       401    403    404    404    404    200 200
mailTemplate.get unknown          401       401     401       401     401       401    403    404    404    404    404 404
mailTemplate.create own           401       401     401       401     401       401    403    403    200    200    200 200
mailTemplate.create common        401       401     401       401     401       401    403    403    422    422    200 200
mailTemplate.create other         401       401     401       401     401       401    403    403    404    404    200 200
mailTemplate.create unknown       401       401     401       401     401       401    403    403    404    404    404 404
mailTemplate.update own           401       401     401       401     401       401    403    403    200    200    200 200
mailTemplate.update own-to-common 401       401     401       401     401       401    403    403    422    422    200 200
mailTemplate.update own-to-other  401       401     401       401     401       401    403    403    404    404    200 200
mailTemplate.update common        401       401     401       401     401       401    403    403    403    403    200 200
mailTemplate.update common-to-own 401       401     401       401     401       401    403    403    403    403    200 200
mailTemplate.update other         401       401     401       401     401       401    403    403    404    404    200 200
mailTemplate.update unknown       401       401     401       401     401       401    403    403    404    404    404 404
mailTemplate.remove own           401       401     401       401     401       401    403    403    422    422    422 422
mailTemplate.remove own-draft     401       401     401       401     401       401    403    403    200    200    200 200
mailTemplate.remove common-draft  401       401     401       401     401       401    403    403    403    403    200 200
mailTemplate.remove other-draft   401       401     401       401     401       401    403    403    404    404    200 200
mailTemplate.remove unknown       401       401     401       401     401       401    403    403    404    404    404 404
`

export const area: Area = {
  walk,
  stock: async (world) => {
    for (const variant of ['own', 'own-draft', 'other', 'common']) await addressOf(world, variant)
  },
  calls: {
    ...recordCalls('mailTemplate', path, {
      addressOf,
      draft: templateDraft,
      change: (world, to) => (to ? { shopId: shopIdOf(world, to) ?? null } : { name: `変更 ${world.next()}` }),
    }),
  },
  drafts: {
    'mailTemplate.create': (world) => templateDraft(world, 'common'),
    'mailTemplate.update': (world) => templateDraft(world, 'common'),
  },
}

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
