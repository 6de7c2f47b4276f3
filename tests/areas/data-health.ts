import { type Area, readOf } from './area.ts'

const walk = `
call                       anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
dataHealth.summary every   401       401     401       401     401       401    403    403    200    200    200 200
dataHealth.summary own     401       401     401       401     401       401    403    403    200    200    200 200
dataHealth.summary other   401       401     401       401     401       401    403    403    404    404    200 200
dataHealth.summary unknown 401       401     401       401     401       401    403    403    404    404    404 404
dataHealth.members every   401       401     401       401     401       401    403    403    200    200    200 200
dataHealth.members own     401       401     401       401     401       401    403    403    200    200    200 200
dataHealth.members other   401       401     401       401     401       401    403    403    404    404    200 200
dataHealth.members unknown 401       401     401       401     401       401    403    403    404    404    404 404
dataHealth.plans every     401       401     401       401     401       401    403    403    200    200    200 200
dataHealth.plans own       401       401     401       401     401       401    403    403    200    200    200 200
dataHealth.plans other     401       401     401       401     401       401    403    403    404    404    200 200
dataHealth.plans unknown   401       401     401       401     401       401    403    403    404    404    404 404
dataHealth.answer any      401       401     401       401     401       401    403    403    403    403    200 200
`

/** The members of each shop have this 入会日. */
const day = '2024-04-01'

export const area: Area = {
  walk,
  stock: async ({ api, shops }) => {
    for (const shop of [shops.own, shops.other]) await api.makeMember(shop, { joinedOn: day })
  },
  calls: {
    'dataHealth.summary': (world, variant) => readOf(world, variant, '/api/admin/data-health'),
    'dataHealth.members': (world, variant) =>
      readOf(world, variant, '/api/admin/data-health/member/list', { check: 'joinedDays', day }),
    'dataHealth.plans': (world, variant) => readOf(world, variant, '/api/admin/data-health/plan/list'),
    'dataHealth.answer': () => ({
      method: 'PUT',
      path: '/api/admin/data-health/joined-day',
      body: { day, answer: 'correct' },
    }),
  },
  drafts: { 'dataHealth.answer': () => ({ day, answer: 'unknown' }) },
}
