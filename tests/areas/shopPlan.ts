import { type Area, readOf } from './area.ts'

const walk = `
call                  anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
shopPlan.list every   401       401     401       401     401       401    403    200    200    200    200 200
shopPlan.list own     401       401     401       401     401       401    403    200    200    200    200 200
shopPlan.list other   401       401     401       401     401       401    403    404    404    404    200 200
shopPlan.list unknown 401       401     401       401     401       401    403    404    404    404    404 404
`

export const area: Area = {
  walk,
  calls: { 'shopPlan.list': (world, variant) => readOf(world, variant, '/api/admin/shop/plan/list') },
}
