import type { Area } from './area.ts'

const walk = `
call               anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
apiDocs.operations 401       401     401       401     401       401    403    403    403    403    200 200
apiDocs.operation  401       401     401       401     401       401    403    403    403    403    200 200
`

export const area: Area = {
  walk,
  calls: {
    'apiDocs.operations': () => ({ method: 'GET', path: '/api/admin/docs' }),
    'apiDocs.operation': () => ({ method: 'GET', path: '/api/admin/docs/member.list' }),
  },
}
