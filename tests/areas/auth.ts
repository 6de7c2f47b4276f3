import { password } from '../support/api.ts'
import type { Area } from './area.ts'

const walk = `
call             anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
auth.login wrong 401       401     401       401     401       401    401    401    401    401    401 401
auth.logout      401       401     401       401     401       401    200    200    200    200    200 200
auth.renewToken  401       401     401       401     401       401    200    200    200    200    200 200
`

export const area: Area = {
  walk,
  calls: {
    'auth.login': ({ next }) => ({
      method: 'POST',
      path: '/api/admin/auth/login',
      body: { email: `walk${next()}@example.jp`, password },
    }),
    'auth.logout': () => ({ method: 'POST', path: '/api/admin/auth/logout', body: {} }),
    'auth.renewToken': () => ({ method: 'POST', path: '/api/admin/auth/renew-token', body: {} }),
  },
  drafts: { 'auth.login': ({ people }) => ({ email: people.colleague?.email, password, device: 'd'.repeat(32) }) },
  recordsRefusals: ['auth.login'],
}
