import { type Area, readOf } from './area.ts'

const walk = `
call              anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
today.get every   401       401     401       401     401       401    200    200    200    200    200 200
today.get own     401       401     401       401     401       401    200    200    200    200    200 200
today.get other   401       401     401       401     401       401    404    404    404    404    200 200
today.get unknown 401       401     401       401     401       401    404    404    404    404    404 404
`

export const area: Area = {
  walk,
  calls: { 'today.get': (world, variant) => readOf(world, variant, '/api/admin/today') },
}
