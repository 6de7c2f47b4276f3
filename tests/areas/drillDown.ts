import { type Area, readOf, type World } from './area.ts'

const figureOf = (kind: string, figure?: string) => (world: World, variant: string) =>
  readOf(world, variant, `/api/admin/report/figure/${kind}`, { year: '2026', month: '10', ...(figure && { figure }) })

const walk = `
call                              anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
report.figureMembers every        401       401     401       401     401       401    403    200    200    200    200 200
report.figureMembers own          401       401     401       401     401       401    403    200    200    200    200 200
report.figureMembers other        401       401     401       401     401       401    403    404    404    404    200 200
report.figureMembers unknown      401       401     401       401     401       401    403    404    404    404    404 404
report.figureVisits every         401       401     401       401     401       401    403    200    200    200    200 200
report.figureVisits own           401       401     401       401     401       401    403    200    200    200    200 200
report.figureVisits other         401       401     401       401     401       401    403    404    404    404    200 200
report.figureVisits unknown       401       401     401       401     401       401    403    404    404    404    404 404
report.figureSales every          401       401     401       401     401       401    403    403    200    200    200 200
report.figureSales own            401       401     401       401     401       401    403    403    200    200    200 200
report.figureSales other          401       401     401       401     401       401    403    403    404    404    200 200
report.figureSales unknown        401       401     401       401     401       401    403    403    404    404    404 404
report.figureReservations every   401       401     401       401     401       401    403    200    200    200    200 200
report.figureReservations own     401       401     401       401     401       401    403    200    200    200    200 200
report.figureReservations other   401       401     401       401     401       401    403    404    404    404    200 200
report.figureReservations unknown 401       401     401       401     401       401    403    404    404    404    404 404
report.figureSlots every          401       401     401       401     401       401    403    200    200    200    200 200
report.figureSlots own            401       401     401       401     401       401    403    200    200    200    200 200
report.figureSlots other          401       401     401       401     401       401    403    404    404    404    200 200
report.figureSlots unknown        401       401     401       401     401       401    403    404    404    404    404 404
report.figureLeads every          401       401     401       401     401       401    403    200    200    200    200 200
report.figureLeads own            401       401     401       401     401       401    403    200    200    200    200 200
report.figureLeads other          401       401     401       401     401       401    403    404    404    404    200 200
report.figureLeads unknown        401       401     401       401     401       401    403    404    404    404    404 404
`

export const area: Area = {
  walk,
  calls: {
    'report.figureMembers': figureOf('members', 'closingMembers'),
    'report.figureVisits': figureOf('visits'),
    'report.figureSales': figureOf('sales', 'netSales'),
    'report.figureReservations': figureOf('reservations', 'booked'),
    'report.figureSlots': figureOf('slots', 'slots'),
    'report.figureLeads': figureOf('leads', 'trials'),
  },
}
