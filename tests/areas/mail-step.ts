import { type Area, type ListArea, shopIdOf, unknownId, type World } from './area.ts'
import { templateDraft } from './mail-template.ts'

const path = '/api/admin/mail/step'

/** A common template that is in use. */
async function commonTemplate(world: World): Promise<string> {
  const made = await world.api.post('/api/admin/mail/template/new', {
    token: await world.tokenOf('admin'),
    body: templateDraft(world, 'common'),
  })
  return made.json.id
}

/** A valid scenario with every field. */
export const stepDraft = async (world: World, status = 'active', type = 'manual') => ({
  name: `14日来館がない会員 ${world.next()}`,
  trigger: { type, days: type === 'noVisit' ? 14 : 0 },
  entryFilter: { contractStatus: 'active' },
  steps: [
    { delayDays: 0, sendTime: '10:00', templateId: await commonTemplate(world) },
    { delayDays: 7, sendTime: '18:30', templateId: await commonTemplate(world) },
  ],
  stopOn: ['visited', 'optedOut'],
  status,
})

/** The address of a new one, published or a draft. */
async function addressOf(world: World, variant: string): Promise<string> {
  if (variant === 'unknown') return `${path}/${unknownId}`
  const body = await stepDraft(world, variant === 'draft' ? 'pending' : 'active')
  const made = await world.api.post(`${path}/new`, { token: await world.tokenOf('admin'), body })
  return `${path}/${made.json.id}`
}

/** A member of `own` or `other`; for nobody, ids that do not exist. */
async function memberOf(world: World, variant: string) {
  const shopId = shopIdOf(world, variant)
  if (shopId === undefined || shopId === unknownId) return { userId: unknownId }
  return world.api.makeMember(shopId)
}

const walk = `
call                        anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
mailStep.list every         401       401     401       401     401       401    403    403    200    200    200 200
mailStep.get published      401       401     401       401     401       401    403    403    200    200    200 200
mailStep.get draft          401       401     401       401     401       401    403    403    200    200    200 200
mailStep.get unknown        401       401     401       401     401       401    403    403    404    404    404 404
mailStep.create any         401       401     401       401     401       401    403    403    403    403    200 200
mailStep.update any         401       401     401       401     401       401    403    403    403    403    200 200
mailStep.update unknown     401       401     401       401     401       401    403    403    403    403    404 404
mailStep.remove draft       401       401     401       401     401       401    403    403    403    403    200 200
mailStep.remove published   401       401     401       401     401       401    403    403    403    403    422 422
mailStep.remove unknown     401       401     401       401     401       401    403    403    403    403    404 404
mailStep.dryRun any         401       401     401       401     401       401    403    403    200    200    200 200
mailStep.dryRun unknown     401       401     401       401     401       401    403    403    404    404    404 404
mailStep.enrolments any     401       401     401       401     401       401    403    403    200    200    200 200
mailStep.enrolments unknown 401       401     401       401     401       401    403    403    404    404    404 404
mailStep.enrol own          401       401     401       401     401       401    403    403    403    403    200 200
mailStep.enrol other        401       401     401       401     401       401    403    403    403    403    200 200
mailStep.enrol unknown      401       401     401       401     401       401    403    403    403    403    404 404
mailStep.ofMember own       401       401     401       401     401       401    403    403    200    200    200 200
mailStep.ofMember other     401       401     401       401     401       401    403    403    404    404    200 200
mailStep.ofMember unknown   401       401     401       401     401       401    403    403    404    404    404 404
`

export const area: Area = {
  walk,
  isOfChain: true,
  stock: async (world) => {
    for (const variant of ['published', 'draft']) await addressOf(world, variant)
  },
  calls: {
    'mailStep.list': () => ({ method: 'GET', path: `${path}/list` }),
    'mailStep.get': async (world, variant) => ({ method: 'GET', path: await addressOf(world, variant) }),
    'mailStep.create': async (world) => ({ method: 'POST', path: `${path}/new`, body: await stepDraft(world) }),
    'mailStep.update': async (world, variant) => ({
      method: 'PUT',
      path: await addressOf(world, variant),
      body: { name: `変更 ${world.next()}` },
    }),
    'mailStep.remove': async (world, variant) => ({ method: 'DELETE', path: await addressOf(world, variant) }),
    'mailStep.dryRun': async (world, variant) => ({
      method: 'GET',
      path: `${await addressOf(world, variant)}/dry-run`,
    }),
    'mailStep.enrolments': async (world, variant) => ({
      method: 'GET',
      path: `${await addressOf(world, variant)}/enrolment/list`,
    }),
    'mailStep.enrol': async (world, variant) => ({
      method: 'POST',
      path: `${await addressOf(world, 'published')}/enrolment/new`,
      body: { userIds: [(await memberOf(world, variant)).userId] },
    }),
    'mailStep.ofMember': async (world, variant) => ({
      method: 'GET',
      path: `/api/admin/member/${(await memberOf(world, variant)).userId}/mail-step/list`,
    }),
  },
  drafts: {
    'mailStep.create': (world) => stepDraft(world, 'active', 'noVisit'),
    'mailStep.update': (world) => stepDraft(world, 'active', 'noVisit'),
    'mailStep.enrol': async (world) => ({ userIds: [(await memberOf(world, 'own')).userId] }),
  },
}

export const list: ListArea = {
  noun: 'ステップメール',
  path: '/mail/steps',
  api: '/api/admin/mail/step/list',
  account: 'head',
  defaults: 'sort=-updatedAt&status=all',
  sortBy: 'ステップメール名',
  search: { keyword: '会員へ', shows: '会員へ' },
  filter: { label: '開始条件', option: '休会の終了が近い', inUrl: /trigger=suspensionEnding/ },
  record: {
    ready: (page) => page.getByRole('button', { name: 'ステップを追加' }),
    opensOver: false,
    back: 'ステップメールの一覧',
  },
  closedTo: 'trainer',
}
