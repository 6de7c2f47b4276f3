import { type Area, readOf } from './area.ts'

const walk = `
call                  anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
shop.planList every   401       401     401       401     401       401    403    200    200    200    200 200
shop.planList own     401       401     401       401     401       401    403    200    200    200    200 200
shop.planList other   401       401     401       401     401       401    403    404    404    404    200 200
shop.planList unknown 401       401     401       401     401       401    403    404    404    404    404 404
`

export const area: Area = {
  walk,
  calls: { 'shop.planList': (world, variant) => readOf(world, variant, '/api/admin/shop/plan/list') },
}
