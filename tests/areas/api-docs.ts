import type { Area } from './area.ts'

const walk = `
call         anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
apiDocs.list 401       401     401       401     401       401    403    403    403    403    200 200
apiDocs.get  401       401     401       401     401       401    403    403    403    403    200 200
`

export const area: Area = {
  walk,
  calls: {
    'apiDocs.list': () => ({ method: 'GET', path: '/api/admin/docs' }),
    'apiDocs.get': () => ({ method: 'GET', path: '/api/admin/docs/member.list' }),
  },
}
