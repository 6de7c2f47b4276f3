import { type Area, type ListArea, readOf, shopIdOf, unknownId, type World } from './area.ts'
import { mailDraft } from './mail.ts'
import { templateDraft } from './mail-template.ts'

const path = '/api/admin/mail/log'

/** The address of a mail to a member of `own` or `other`. */
async function addressOf(world: World, variant: string): Promise<string> {
  const shopId = shopIdOf(world, variant)
  if (shopId === undefined || shopId === unknownId) return `${path}/${unknownId}`
  const body = await mailDraft(world, variant)
  const sent = await world.api.post('/api/admin/mail/new', { token: await world.tokenOf('admin'), body })
  return `${path}/${sent.json.id}`
}

/** The list's filter: `of-own-member`, `by-other-template`. */
async function narrowedBy(world: World, variant: string): Promise<Record<string, string>> {
  const [, whose, what] = variant.match(/^(?:of|by)-(own|other)-(\w+)$/) ?? []
  if (whose === undefined) return {}
  const shopId = whose === 'own' ? world.shops.own : world.shops.other
  if (what === 'member') return { userId: (await world.api.makeMember(shopId)).userId }
  const body = templateDraft(world, whose)
  const made = await world.api.post('/api/admin/mail/template/new', { token: await world.tokenOf('admin'), body })
  return { templateId: made.json.id }
}

const walk = `
call                       anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
mailLog.list every         401       401     401       401     401       401    403    403    200    200    200 200
mailLog.list own           401       401     401       401     401       401    403    403    200    200    200 200
mailLog.list other         401       401     401       401     401       401    403    403    404    404    200 200
mailLog.list unknown       401       401     401       401     401       401    403    403    404    404    404 404
mailLog.list of-own-member 401     401     401       401     401       401    403    403    200    200    200 200
mailLog.list of-other-member 401   401     401       401     401       401    403    403    404    404    200 200
mailLog.list by-own-template 401   401     401       401     401       401    403    403    200    200    200 200
mailLog.list by-other-template 401 401     401       401     401       401    403    403    404    404    200 200
mailLog.list csv-own       401       401     401       401     401       401    403    403    200    200    200 200
mailLog.list csv-other     401       401     401       401     401       401    403    403    404    404    200 200
mailLog.get own            401       401     401       401     401       401    403    403    200    200    200 200
mailLog.get other          401       401     401       401     401       401    403    403    404    404    200 200
mailLog.get unknown        401       401     401       401     401       401    403    403    404    404    404 404
mailLog.recipients own     401       401     401       401     401       401    403    403    200    200    200 200
mailLog.recipients other   401       401     401       401     401       401    403    403    404    404    200 200
mailLog.recipients unknown 401       401     401       401     401       401    403    403    404    404    404 404
mailLog.cancel own         401       401     401       401     401       401    403    403    200    200    200 200
mailLog.cancel other       401       401     401       401     401       401    403    403    404    404    200 200
mailLog.cancel unknown     401       401     401       401     401       401    403    403    404    404    404 404
`

export const area: Area = {
  walk,
  stock: async (world) => {
    for (const whose of ['own', 'other']) await addressOf(world, whose)
  },
  calls: {
    'mailLog.list': async (world, variant) => readOf(world, variant, `${path}/list`, await narrowedBy(world, variant)),
    'mailLog.get': async (world, variant) => ({ method: 'GET', path: await addressOf(world, variant) }),
    'mailLog.recipients': async (world, variant) => ({
      method: 'GET',
      path: `${await addressOf(world, variant)}/recipient/list`,
    }),
    'mailLog.cancel': async (world, variant) => ({
      method: 'PUT',
      path: `${await addressOf(world, variant)}/cancel`,
      body: { version: 1 },
    }),
  },
  drafts: { 'mailLog.cancel': () => ({ version: 1 }) },
}

export const list: ListArea = {
  noun: '送信履歴',
  path: '/mail/logs',
  ofShop: true,
  api: '/api/admin/mail/log/list',
  account: 'head',
  defaults: 'sort=-sendAt&status=all&from=1/2',
  sortBy: '宛先',
  search: { keyword: 'お知らせ', shows: 'お知らせ' },
  filter: { label: '種別', option: '広告宣伝', inUrl: /category=marketing/ },
  record: {
    ready: (page) => page.getByRole('heading', { name: '送信の記録' }),
    opensOver: false,
    back: '送信履歴の一覧',
  },
  csv: {
    head: '送信予定,',
    holds: /広告宣伝/,
    account: 'manager',
    file: /^メール送信履歴_[^_]+_\d{8}_\d{4}\.csv$/,
  },
  closedTo: 'trainer',
}
