import { clubSender } from '../support/club.ts'
import { type Area, shopIdOf, unknownId } from './area.ts'

const walk = `
call                    anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
club.get any            401       401     401       401     401       401    403    403    403    403    200 200
club.update any         401       401     401       401     401       401    403    403    403    403    200 200
club.firstSteps any      401       401     401       401     401       401    403    403    403    403    200 200
club.skipSteps any       401       401     401       401     401       401    403    403    403    403    200 200
club.updateShop own     401       401     401       401     401       401    403    403    403    403    200 200
club.updateShop other   401       401     401       401     401       401    403    403    403    403    200 200
club.updateShop unknown 401       401     401       401     401       401    403    403    403    403    404 404
`

export const area: Area = {
  walk,
  calls: {
    'club.get': () => ({ method: 'GET', path: '/api/admin/club' }),
    'club.update': () => ({ method: 'PUT', path: '/api/admin/club', body: clubSender }),
    'club.firstSteps': () => ({ method: 'GET', path: '/api/admin/club/first-steps' }),
    'club.skipSteps': () => ({ method: 'PUT', path: '/api/admin/club/first-steps', body: { skipped: ['targets'] } }),
    'club.updateShop': (world, variant) => ({
      method: 'PUT',
      path: `/api/admin/club/shop/${shopIdOf(world, variant) ?? unknownId}`,
      body: { name: '株式会社フランチャイズ' },
    }),
  },
  drafts: {
    'club.update': () => clubSender,
    'club.skipSteps': () => ({ skipped: ['targets', 'staff'] }),
    'club.updateShop': () => ({ ...clubSender, fromName: null }),
  },
}
