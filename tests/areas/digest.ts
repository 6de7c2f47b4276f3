import type { Area } from './area.ts'

const path = '/api/admin/digest'
const token = 'AbCdEfGhIjKlMnOpQrStUv'

const walk = `
call                   anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
digest.subscription    401       401     401       401     401       401    403    200    200    200    200 200
digest.subscribe       401       401     401       401     401       401    403    200    200    200    200 200
digest.page            401       401     401       401     401       401    403    200    200    200    200 200
digest.byShop          401       401     401       401     401       401    403    200    200    200    200 200
digest.send            401       401     401       401     401       401    403    200    200    200    200 200
digest.stop any        200       200     200       200     200       200    200    200    200    200    200 200
`

export const area: Area = {
  walk,
  calls: {
    'digest.subscription': () => ({ method: 'GET', path }),
    'digest.subscribe': () => ({ method: 'PUT', path, body: { rhythm: 'week' } }),
    'digest.page': () => ({ method: 'GET', path: `${path}/page` }),
    'digest.byShop': () => ({ method: 'GET', path: `${path}/shops` }),
    'digest.send': () => ({ method: 'POST', path: `${path}/send`, body: {} }),
    'digest.stop': () => ({ method: 'POST', path: `${path}/stop`, body: { token } }),
  },
  drafts: {
    'digest.subscribe': () => ({ rhythm: 'month' }),
    'digest.send': () => ({ rhythm: 'week' }),
    'digest.stop': () => ({ token }),
  },
}
