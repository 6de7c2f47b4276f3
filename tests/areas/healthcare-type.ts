import { type Area, readOf } from './area.ts'

const walk = `
call                    anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
healthcareType.list any 401       401     401       401     401       401    200    200    200    200    200 200
`

export const area: Area = {
  walk,
  isOfChain: true,
  calls: { 'healthcareType.list': (world, variant) => readOf(world, variant, '/api/admin/healthcare-type-info') },
}
