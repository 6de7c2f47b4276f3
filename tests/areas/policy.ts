import type { Page } from '@playwright/test'
import { type Area, type FormArea, type ListArea, recordCalls, unknownId, type World } from './area.ts'

const path = '/api/admin/policy'

/** A valid edition with every field; the API's clock is at 2026-11-21. */
export const policyDraft = (edition: string, effectiveFrom = '2027-04-01') => ({
  edition,
  title: '利用規約',
  body: '# 第1条\n\n館内では**上履き**を着用します。',
  effectiveFrom,
  noticeFrom: '2026-12-01',
  requiresReconsent: true,
  changeSummary: '上履きの着用を加えました。',
})

/** A different first day for each edition. */
const dayOf = (serial: number) => new Date(Date.UTC(2030, 0, 1 + serial)).toISOString().slice(0, 10)

/** The address of a new one, activated or a draft. */
async function addressOf(world: World, variant: string): Promise<string> {
  if (variant === 'unknown') return `${path}/${unknownId}`
  const [serial, token] = [world.next(), await world.tokenOf('admin')]
  const body = { ...policyDraft(`第${serial}版`, dayOf(serial)), type: 'userPolicy' }
  const { json } = await world.api.post(`${path}/new`, { token, body })
  if (variant === 'activated') await world.api.post(`${path}/${json.id}/activate`, { token, body: {} })
  return `${path}/${json.id}`
}

const walk = `
call                    anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
policy.list every       401       401     401       401     401       401    403    403    200    200    200 200
policy.get draft        401       401     401       401     401       401    403    403    200    200    200 200
policy.get activated    401       401     401       401     401       401    403    403    200    200    200 200
policy.get unknown      401       401     401       401     401       401    403    403    404    404    404 404
policy.create any       401       401     401       401     401       401    403    403    403    403    200 200
policy.update draft     401       401     401       401     401       401    403    403    403    403    200 200
policy.update activated 401       401     401       401     401       401    403    403    403    403    422 422
policy.update unknown   401       401     401       401     401       401    403    403    403    403    404 404
policy.activate draft   401       401     401       401     401       401    403    403    403    403    200 200
policy.activate activated 401     401     401       401     401       401    403    403    403    403    422 422
policy.activate unknown 401       401     401       401     401       401    403    403    403    403    404 404
policy.remove draft     401       401     401       401     401       401    403    403    403    403    200 200
policy.remove activated 401       401     401       401     401       401    403    403    403    403    422 422
policy.remove unknown   401       401     401       401     401       401    403    403    403    403    404 404
policy.inForce          200       200     200       200     200       200    200    200    200    200    200 200
`

export const area: Area = {
  walk,
  isOfChain: true,
  stock: async (world) => {
    for (const variant of ['activated', 'draft']) await addressOf(world, variant)
  },
  calls: {
    ...recordCalls('policy', path, {
      addressOf,
      draft: (world) => ({ ...policyDraft(`第${world.next()}版`), type: 'privacyPolicy' }),
      change: (world) => ({ title: `変更 ${world.next()}` }),
    }),
    'policy.activate': async (world, variant) => ({
      method: 'POST',
      path: `${await addressOf(world, variant)}/activate`,
      body: {},
    }),
    'policy.inForce': () => ({ method: 'GET', path: `${path}/in-force?type=userPolicy` }),
  },
  drafts: {
    'policy.create': (world) => ({ ...policyDraft(`改定${world.next()}`), type: 'userPolicy' }),
    'policy.update': (world) => policyDraft(`改定${world.next()}`),
    'policy.activate': () => ({ version: 1 }),
  },
}

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
