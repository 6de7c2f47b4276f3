import { type Area, readOf, type World } from './area.ts'

const figureOf = (kind: string, figure?: string) => (world: World, variant: string) =>
  readOf(world, variant, `/api/admin/report/figure/${kind}`, { year: '2026', month: '10', ...(figure && { figure }) })

const walk = `
call                              anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
drillDown.members every           401       401     401       401     401       401    403    200    200    200    200 200
drillDown.members own             401       401     401       401     401       401    403    200    200    200    200 200
drillDown.members other           401       401     401       401     401       401    403    404    404    404    200 200
drillDown.members unknown         401       401     401       401     401       401    403    404    404    404    404 404
drillDown.members csv-every       401       401     401       401     401       401    403    403    200    200    200 200
drillDown.members csv-own         401       401     401       401     401       401    403    403    200    200    200 200
drillDown.members csv-other       401       401     401       401     401       401    403    403    404    404    200 200
drillDown.visits every            401       401     401       401     401       401    403    200    200    200    200 200
drillDown.visits own              401       401     401       401     401       401    403    200    200    200    200 200
drillDown.visits other            401       401     401       401     401       401    403    404    404    404    200 200
drillDown.visits unknown          401       401     401       401     401       401    403    404    404    404    404 404
drillDown.visits csv-every        401       401     401       401     401       401    403    403    200    200    200 200
drillDown.visits csv-own          401       401     401       401     401       401    403    403    200    200    200 200
drillDown.visits csv-other        401       401     401       401     401       401    403    403    404    404    200 200
drillDown.sales every             401       401     401       401     401       401    403    403    200    200    200 200
drillDown.sales own               401       401     401       401     401       401    403    403    200    200    200 200
drillDown.sales other             401       401     401       401     401       401    403    403    404    404    200 200
drillDown.sales unknown           401       401     401       401     401       401    403    403    404    404    404 404
drillDown.sales csv-every         401       401     401       401     401       401    403    403    200    200    200 200
drillDown.sales csv-own           401       401     401       401     401       401    403    403    200    200    200 200
drillDown.sales csv-other         401       401     401       401     401       401    403    403    404    404    200 200
drillDown.reservations every      401       401     401       401     401       401    403    200    200    200    200 200
drillDown.reservations own        401       401     401       401     401       401    403    200    200    200    200 200
drillDown.reservations other      401       401     401       401     401       401    403    404    404    404    200 200
drillDown.reservations unknown    401       401     401       401     401       401    403    404    404    404    404 404
drillDown.reservations csv-every  401       401     401       401     401       401    403    403    200    200    200 200
drillDown.reservations csv-own    401       401     401       401     401       401    403    403    200    200    200 200
drillDown.reservations csv-other  401       401     401       401     401       401    403    403    404    404    200 200
drillDown.slots every             401       401     401       401     401       401    403    200    200    200    200 200
drillDown.slots own               401       401     401       401     401       401    403    200    200    200    200 200
drillDown.slots other             401       401     401       401     401       401    403    404    404    404    200 200
drillDown.slots unknown           401       401     401       401     401       401    403    404    404    404    404 404
drillDown.slots csv-every         401       401     401       401     401       401    403    403    200    200    200 200
drillDown.slots csv-own           401       401     401       401     401       401    403    403    200    200    200 200
drillDown.slots csv-other         401       401     401       401     401       401    403    403    404    404    200 200
drillDown.leads every             401       401     401       401     401       401    403    200    200    200    200 200
drillDown.leads own               401       401     401       401     401       401    403    200    200    200    200 200
drillDown.leads other             401       401     401       401     401       401    403    404    404    404    200 200
drillDown.leads unknown           401       401     401       401     401       401    403    404    404    404    404 404
drillDown.leads csv-every         401       401     401       401     401       401    403    403    200    200    200 200
drillDown.leads csv-own           401       401     401       401     401       401    403    403    200    200    200 200
drillDown.leads csv-other         401       401     401       401     401       401    403    403    404    404    200 200
`

export const area: Area = {
  walk,
  calls: {
    'drillDown.members': figureOf('members', 'closingMembers'),
    'drillDown.visits': figureOf('visits'),
    'drillDown.sales': figureOf('sales', 'netSales'),
    'drillDown.reservations': figureOf('reservations', 'booked'),
    'drillDown.slots': figureOf('slots', 'slots'),
    'drillDown.leads': figureOf('leads', 'trials'),
  },
}
