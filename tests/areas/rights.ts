import type { Area } from './area.ts'

const walk = `
call        anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
rights.list 401       401     401       401     401       401    200    200    200    200    200 200
`

export const area: Area = {
  walk,
  calls: { 'rights.list': () => ({ method: 'GET', path: '/api/admin/rights' }) },
}
