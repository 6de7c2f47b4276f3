import { password } from '../support/accounts.ts'
import type { Area, PrincipalName, World } from './area.ts'

const path = '/api/admin/second-factor'

/** The code of an app that was just set up for the caller. */
async function codeOf({ api, people }: World, principal: PrincipalName) {
  const person = people[principal]
  return person ? api.codeOf(await api.startApp(person)) : '123456'
}

const walk = `
call                                  anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
secondFactor.get                      401       401     401       401     401       401    200    200    200    200    200 200
secondFactor.start right              401       401     401       401     401       401    200    200    200    200    200 200
secondFactor.start wrong              401       401     401       401     401       401    422    422    422    422    422 422
secondFactor.confirm                  401       401     401       401     401       401    200    200    200    200    200 200
secondFactor.renewRecoveryCodes right 401       401     401       401     401       401    200    200    200    200    200 200
secondFactor.duty                     401       401     401       401     401       401    403    403    403    403    403 200
secondFactor.setDuty right            401       401     401       401     401       401    403    403    403    403    403 200
secondFactor.setDuty wrong            401       401     401       401     401       401    403    403    403    403    403 422
secondFactor.remove right             401       401     401       401     401       401    200    200    200    200    200 200
`

const currentPassword = (variant: string) => ({ currentPassword: variant === 'wrong' ? 'himitsu-no-kotoba' : password })

export const area: Area = {
  walk,
  calls: {
    'secondFactor.get': () => ({ method: 'GET', path }),
    'secondFactor.start': (_, variant) => ({ method: 'POST', path: `${path}/new`, body: currentPassword(variant) }),
    'secondFactor.confirm': async (world, _, principal) => ({
      method: 'POST',
      path: `${path}/confirm`,
      body: { code: await codeOf(world, principal) },
    }),
    'secondFactor.renewRecoveryCodes': async ({ api, people }, variant, principal) => {
      if (people[principal]) await api.giveApp(people[principal])
      return { method: 'POST', path: `${path}/recovery-codes`, body: currentPassword(variant) }
    },
    'secondFactor.duty': () => ({ method: 'GET', path: `${path}/duty` }),
    'secondFactor.setDuty': (_, variant) => ({
      method: 'PUT',
      path: `${path}/duty`,
      body: { duty: 'nobody', ...currentPassword(variant) },
    }),
    'secondFactor.remove': (_, variant) => ({ method: 'POST', path: `${path}/remove`, body: currentPassword(variant) }),
  },
  drafts: {
    'secondFactor.start': () => ({ currentPassword: password }),
    'secondFactor.confirm': async (world) => ({ code: await codeOf(world, 'admin') }),
    'secondFactor.renewRecoveryCodes': () => ({ currentPassword: password }),
    'secondFactor.setDuty': () => ({ duty: 'nobody', currentPassword: password }),
    'secondFactor.remove': () => ({ currentPassword: password }),
  },
  recordsRefusals: ['secondFactor.start', 'secondFactor.setDuty'],
}
