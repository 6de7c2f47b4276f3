import { type Area, shopIdOf, unknownId, type World } from './area.ts'

/** A member of the shop with an address; for nobody, an id that does not exist. */
async function memberOf(world: World, variant: string): Promise<string> {
  const shopId = shopIdOf(world, variant)
  if (shopId === undefined || shopId === unknownId) return unknownId
  const email = `doui${world.next()}@example.jp`
  return (await world.api.makeMember(shopId, { email, mailOptIn: false })).userId
}

const draft = { last: null, given: true, on: '2026-11-20', source: 'applicationForm', detail: null }
const token = 'AbCdEfGhIjKlMnOpQrStUv'

const walk = `
call                        anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
mailConsent.get own         401       401     401       401     401       401    403    200    200    200    200 200
mailConsent.get other       401       401     401       401     401       401    403    404    404    404    200 200
mailConsent.get unknown     401       401     401       401     401       401    403    404    404    404    404 404
mailConsent.record own      401       401     401       401     401       401    403    403    200    200    200 200
mailConsent.record other    401       401     401       401     401       401    403    403    404    404    200 200
mailConsent.record unknown  401       401     401       401     401       401    403    403    404    404    404 404
mailConsent.sendLink own    401       401     401       401     401       401    403    403    200    200    200 200
mailConsent.sendLink other  401       401     401       401     401       401    403    403    404    404    200 200
mailConsent.sendLink unknown 401      401     401       401     401       401    403    403    404    404    404 404
mailConsent.confirming any  200       200     200       200     200       200    200    200    200    200    200 200
mailConsent.give any        200       200     200       200     200       200    200    200    200    200    200 200
mailConsent.decline any     200       200     200       200     200       200    200    200    200    200    200 200
`

export const area: Area = {
  walk,
  calls: {
    'mailConsent.get': async (world, variant) => ({
      method: 'GET',
      path: `/api/admin/member/${await memberOf(world, variant)}/mail-consent`,
    }),
    'mailConsent.record': async (world, variant) => ({
      method: 'POST',
      path: `/api/admin/member/${await memberOf(world, variant)}/mail-consent/new`,
      body: draft,
    }),
    'mailConsent.sendLink': async (world, variant) => ({
      method: 'POST',
      path: `/api/admin/member/${await memberOf(world, variant)}/mail-consent/link`,
      body: { isRequested: true },
    }),
    'mailConsent.confirming': () => ({ method: 'GET', path: `/api/admin/mail/consent?token=${token}` }),
    'mailConsent.give': () => ({ method: 'POST', path: '/api/admin/mail/consent', body: { token } }),
    'mailConsent.decline': () => ({ method: 'POST', path: '/api/admin/mail/consent/decline', body: { token } }),
  },
  drafts: {
    'mailConsent.record': () => draft,
    'mailConsent.sendLink': () => ({ isRequested: true }),
    'mailConsent.give': () => ({ token }),
    'mailConsent.decline': () => ({ token }),
  },
}
