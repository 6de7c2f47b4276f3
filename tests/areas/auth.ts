import { password } from '../support/accounts.ts'
import { type Area, unknownId, type World } from './area.ts'

const walk = `
call                        anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
auth.login wrong            401       401     401       401     401       401    401    401    401    401    401 401
auth.secondFactor right     200       200     200       200     200       200    200    200    200    200    200 200
auth.secondFactor wrong     422       422     422       422     422       422    422    422    422    422    422 422
auth.secondFactor unknown   404       404     404       404     404       404    404    404    404    404    404 404
auth.logout                 401       401     401       401     401       401    200    200    200    200    200 200
auth.renewToken             401       401     401       401     401       401    200    200    200    200    200 200
auth.startPreview own         401       401     401       401     401       401    403    403    403    403    403 200
auth.startPreview unknown     401       401     401       401     401       401    403    403    403    403    403 404
auth.endPreview             401       401     401       401     401       401    200    200    200    200    200 200
auth.forgotPassword known   200       200     200       200     200       200    200    200    200    200    200 200
auth.forgotPassword nobody  200       200     200       200     200       200    200    200    200    200    200 200
auth.invitation open        200       200     200       200     200       200    200    200    200    200    200 200
auth.invitation wrong       404       404     404       404     404       404    404    404    404    404    404 404
auth.acceptInvitation open  200       200     200       200     200       200    200    200    200    200    200 200
auth.acceptInvitation wrong 404       404     404       404     404       404    404    404    404    404    404 404
auth.confirmLink open       200       200     200       200     200       200    200    200    200    200    200 200
auth.confirmLink wrong      404       404     404       404     404       404    404    404    404    404    404 404
auth.welcome wrong          404       404     404       404     404       404    404    404    404    404    404 404
auth.firstAdmin wrong       404       404     404       404     404       404    404    404    404    404    404 404
`

const nobodysToken = 'n'.repeat(22)
const newPassword = 'mikan-to-ringo-no-kisetsu'
const acceptance = (token: string) => ({ token, password: newPassword, passwordConf: newPassword })

/** A ticket after the password, and the current code of the app. */
async function codeWanted({ api }: World) {
  const person = await api.makeStaff()
  const { secret } = await api.giveApp(person)
  return { ticket: await api.openTicket(person), code: api.codeOf(secret) }
}

export const area: Area = {
  walk,
  calls: {
    'auth.login': ({ next }) => ({
      method: 'POST',
      path: '/api/admin/auth/login',
      body: { email: `walk${next()}@example.jp`, password },
    }),
    'auth.secondFactor': async (world, variant) => {
      const wanted = await codeWanted(world)
      const wrong = wanted.code === '000000' ? '111111' : '000000'
      const body = { right: wanted, wrong: { ...wanted, code: wrong }, unknown: { ...wanted, ticket: nobodysToken } }
      return { method: 'POST', path: '/api/admin/auth/second-factor', body: body[variant as keyof typeof body] }
    },
    'auth.startPreview': ({ shops }, variant) => ({
      method: 'POST',
      path: '/api/admin/auth/preview',
      body: { role: 'level2', shopIds: [variant === 'unknown' ? unknownId : shops.own] },
    }),
    'auth.endPreview': () => ({ method: 'POST', path: '/api/admin/auth/end-preview', body: {} }),
    'auth.forgotPassword': async ({ api, next }, variant) => ({
      method: 'POST',
      path: '/api/admin/auth/forgot-password',
      body: { email: variant === 'known' ? (await api.makeStaff()).email : `nobody${next()}@example.jp` },
    }),
    'auth.invitation': async ({ api }, variant) => ({
      method: 'POST',
      path: '/api/admin/auth/invitation',
      body: { token: variant === 'open' ? await api.invite() : nobodysToken },
    }),
    'auth.acceptInvitation': async ({ api }, variant) => ({
      method: 'POST',
      path: '/api/admin/auth/accept-invitation',
      body: acceptance(variant === 'open' ? await api.invite() : nobodysToken),
    }),
    'auth.confirmLink': async ({ api }, variant) => ({
      method: 'POST',
      path: '/api/admin/auth/confirm-link',
      body: { token: variant === 'open' ? await api.openProof() : nobodysToken },
    }),
    // There are staff here, so no link is open: tests/contract/welcome.test.ts begins without.
    'auth.welcome': () => ({ method: 'POST', path: '/api/admin/auth/welcome', body: { token: nobodysToken } }),
    'auth.firstAdmin': () => ({
      method: 'POST',
      path: '/api/admin/auth/first-admin',
      body: { ...acceptance(nobodysToken), lastName: '青木', firstName: '恵', email: 'first@example.jp' },
    }),
    'auth.logout': () => ({ method: 'POST', path: '/api/admin/auth/logout', body: {} }),
    'auth.renewToken': () => ({ method: 'POST', path: '/api/admin/auth/renew-token', body: {} }),
  },
  drafts: {
    'auth.login': ({ people }) => ({ email: people.colleague?.email, password, device: 'd'.repeat(32) }),
    'auth.secondFactor': async (world) => ({ ...(await codeWanted(world)), device: 'd'.repeat(32) }),
    'auth.forgotPassword': ({ people }) => ({ email: people.colleague?.email }),
    'auth.startPreview': ({ shops }) => ({ role: 'level2', shopIds: [shops.own] }),
    'auth.invitation': async ({ api }) => ({ token: await api.invite() }),
    'auth.confirmLink': async ({ api }) => ({ token: await api.openProof() }),
    'auth.acceptInvitation': async ({ api }) => ({ ...acceptance(await api.invite()), device: 'd'.repeat(32) }),
  },
  recordsRefusals: ['auth.login', 'auth.secondFactor'],
}
