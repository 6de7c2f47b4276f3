import { type Area, readOf } from './area.ts'

const walk = `
call                                anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
report.monthlyStats every           401       401     401       401     401       401    200    200    200    200    200 200
report.monthlyStats own             401       401     401       401     401       401    200    200    200    200    200 200
report.monthlyStats other           401       401     401       401     401       401    404    404    404    404    200 200
report.monthlyStats unknown         401       401     401       401     401       401    404    404    404    404    404 404
report.monthlyStats csv-own         401       401     401       401     401       401    403    403    200    200    200 200
report.monthlyStats csv-other       401       401     401       401     401       401    403    403    404    404    200 200
report.monthlyStatsByShop every     401       401     401       401     401       401    200    200    200    200    200 200
report.monthlyStatsByShop csv-every 401       401     401       401     401       401    403    403    200    200    200 200
report.shopComparison every         401       401     401       401     401       401    403    200    200    200    200 200
report.shopComparison own           401       401     401       401     401       401    403    200    200    200    200 200
report.shopComparison other         401       401     401       401     401       401    403    404    404    404    200 200
report.shopComparison unknown       401       401     401       401     401       401    403    404    404    404    404 404
report.shopComparison csv-own       401       401     401       401     401       401    403    403    200    200    200 200
report.yearlyStats every            401       401     401       401     401       401    200    200    200    200    200 200
report.yearlyStats own              401       401     401       401     401       401    200    200    200    200    200 200
report.yearlyStats other            401       401     401       401     401       401    404    404    404    404    200 200
report.yearlyStats unknown          401       401     401       401     401       401    404    404    404    404    404 404
report.yearlyStats csv-own          401       401     401       401     401       401    403    403    200    200    200 200
report.yearlyStats csv-other        401       401     401       401     401       401    403    403    404    404    200 200
report.ltv every                    401       401     401       401     401       401    403    403    200    200    200 200
report.ltv own                      401       401     401       401     401       401    403    403    200    200    200 200
report.ltv other                    401       401     401       401     401       401    403    403    404    404    200 200
report.ltv unknown                  401       401     401       401     401       401    403    403    404    404    404 404
report.ltv csv-own                  401       401     401       401     401       401    403    403    200    200    200 200
report.ltv csv-other                401       401     401       401     401       401    403    403    404    404    200 200
report.admission  every             401       401     401       401     401       401    403    200    200    200    200 200
report.admission  own               401       401     401       401     401       401    403    200    200    200    200 200
report.admission  other             401       401     401       401     401       401    403    404    404    404    200 200
report.admission  unknown           401       401     401       401     401       401    403    404    404    404    404 404
report.admission  csv-own           401       401     401       401     401       401    403    403    200    200    200 200
report.admission  csv-other         401       401     401       401     401       401    403    403    404    404    200 200
report.why         every               401       401     401       401     401       401    403    200    200    200    200 200
report.why         own                 401       401     401       401     401       401    403    200    200    200    200 200
report.why         other               401       401     401       401     401       401    403    404    404    404    200 200
report.why         unknown             401       401     401       401     401       401    403    404    404    404    404 404
report.sales       every               401       401     401       401     401       401    403    403    200    200    200 200
report.sales       own                 401       401     401       401     401       401    403    403    200    200    200 200
report.sales       other               401       401     401       401     401       401    403    403    404    404    200 200
report.sales       unknown             401       401     401       401     401       401    403    403    404    404    404 404
report.sales       csv-own             401       401     401       401     401       401    403    403    200    200    200 200
report.sales       csv-other           401       401     401       401     401       401    403    403    404    404    200 200
report.productSales every            401       401     401       401     401       401    403    403    200    200    200 200
report.productSales own              401       401     401       401     401       401    403    403    200    200    200 200
report.productSales other            401       401     401       401     401       401    403    403    404    404    200 200
report.productSales unknown          401       401     401       401     401       401    403    403    404    404    404 404
report.productSales csv-own          401       401     401       401     401       401    403    403    200    200    200 200
report.productSales csv-other        401       401     401       401     401       401    403    403    404    404    200 200
report.dues       every             401       401     401       401     401       401    403    403    200    200    200 200
report.dues       own               401       401     401       401     401       401    403    403    200    200    200 200
report.dues       other             401       401     401       401     401       401    403    403    404    404    200 200
report.dues       unknown           401       401     401       401     401       401    403    403    404    404    404 404
report.dues       csv-own           401       401     401       401     401       401    403    403    200    200    200 200
report.dues       csv-other         401       401     401       401     401       401    403    403    404    404    200 200
report.memberPlan every             401       401     401       401     401       401    403    200    200    200    200 200
report.memberPlan own               401       401     401       401     401       401    403    200    200    200    200 200
report.memberPlan other             401       401     401       401     401       401    403    404    404    404    200 200
report.memberPlan unknown           401       401     401       401     401       401    403    404    404    404    404 404
report.memberPlan csv-own           401       401     401       401     401       401    403    403    200    200    200 200
report.memberPlan csv-other         401       401     401       401     401       401    403    403    404    404    200 200
report.firstDays every                   401       401     401       401     401       401    403    200    200    200    200 200
report.firstDays own                     401       401     401       401     401       401    403    200    200    200    200 200
report.firstDays other                   401       401     401       401     401       401    403    404    404    404    200 200
report.firstDays unknown                 401       401     401       401     401       401    403    404    404    404    404 404
report.firstDays csv-own                 401       401     401       401     401       401    403    403    200    200    200 200
report.firstDays csv-other               401       401     401       401     401       401    403    403    404    404    200 200
report.firstDaysMembers every            401       401     401       401     401       401    403    403    200    200    200 200
report.firstDaysMembers own              401       401     401       401     401       401    403    403    200    200    200 200
report.firstDaysMembers other            401       401     401       401     401       401    403    403    404    404    200 200
report.firstDaysMembers unknown          401       401     401       401     401       401    403    403    404    404    404 404
report.firstDaysMembers csv-own          401       401     401       401     401       401    403    403    200    200    200 200
report.firstDaysMembers csv-other        401       401     401       401     401       401    403    403    404    404    200 200
report.lessons every                401       401     401       401     401       401    403    200    200    200    200 200
report.lessons own                  401       401     401       401     401       401    403    200    200    200    200 200
report.lessons other                401       401     401       401     401       401    403    404    404    404    200 200
report.lessons unknown              401       401     401       401     401       401    403    404    404    404    404 404
report.lessons csv-own              401       401     401       401     401       401    403    403    200    200    200 200
report.lessons csv-other            401       401     401       401     401       401    403    403    404    404    200 200
report.feeRetention every            401       401     401       401     401       401    403    403    200    200    200 200
report.feeRetention own              401       401     401       401     401       401    403    403    200    200    200 200
report.feeRetention other            401       401     401       401     401       401    403    403    404    404    200 200
report.feeRetention unknown          401       401     401       401     401       401    403    403    404    404    404 404
report.feeRetention csv-own          401       401     401       401     401       401    403    403    200    200    200 200
report.feeRetention csv-other        401       401     401       401     401       401    403    403    404    404    200 200
report.changesInVisitsSummary every        401       401     401       401     401       401    403    200    200    200    200 200
report.changesInVisitsSummary own          401       401     401       401     401       401    403    200    200    200    200 200
report.changesInVisitsSummary other        401       401     401       401     401       401    403    404    404    404    200 200
report.changesInVisitsSummary unknown      401       401     401       401     401       401    403    404    404    404    404 404
report.changesInVisitsSummary csv-own      401       401     401       401     401       401    403    403    200    200    200 200
report.changesInVisitsSummary csv-other    401       401     401       401     401       401    403    403    404    404    200 200
report.changesInVisitsSeries every         401       401     401       401     401       401    403    200    200    200    200 200
report.changesInVisitsSeries own           401       401     401       401     401       401    403    200    200    200    200 200
report.changesInVisitsSeries other         401       401     401       401     401       401    403    404    404    404    200 200
report.changesInVisitsSeries unknown       401       401     401       401     401       401    403    404    404    404    404 404
report.changesInVisitsSeries csv-own       401       401     401       401     401       401    403    403    200    200    200 200
report.changesInVisitsSeries csv-other     401       401     401       401     401       401    403    403    404    404    200 200
report.changesInVisitsMembers every        401       401     401       401     401       401    403    403    200    200    200 200
report.changesInVisitsMembers own          401       401     401       401     401       401    403    403    200    200    200 200
report.changesInVisitsMembers other        401       401     401       401     401       401    403    403    404    404    200 200
report.changesInVisitsMembers unknown      401       401     401       401     401       401    403    403    404    404    404 404
report.changesInVisitsMembers csv-own      401       401     401       401     401       401    403    403    200    200    200 200
report.changesInVisitsMembers csv-other    401       401     401       401     401       401    403    403    404    404    200 200
`

const month = { year: '2026', month: '10' }

export const area: Area = {
  walk,
  calls: {
    'report.monthlyStats': (world, variant) => readOf(world, variant, '/api/admin/report/monthly-stats', month),
    'report.monthlyStatsByShop': (world, variant) =>
      readOf(world, variant, '/api/admin/report/monthly-stats/shops', month),
    'report.ltv': (world, variant) => readOf(world, variant, '/api/admin/report/ltv', month),
    'report.admission': (world, variant) =>
      readOf(world, variant, '/api/admin/report/admission', { from: '2026-10-01', to: '2026-10-31' }),
    'report.why': (world, variant) =>
      readOf(world, variant, '/api/admin/report/why', { from: '2026-10-01', to: '2026-10-31', figure: 'withdrawals' }),
    'report.sales': (world, variant) =>
      readOf(world, variant, '/api/admin/report/sales', { from: '2026-10-01', to: '2026-10-31' }),
    'report.productSales': (world, variant) =>
      readOf(world, variant, '/api/admin/report/product-sales', { from: '2026-10-01', to: '2026-10-31' }),
    'report.dues': (world, variant) => readOf(world, variant, '/api/admin/report/dues', month),
    'report.firstDays': (world, variant) => readOf(world, variant, '/api/admin/report/first-days', month),
    'report.firstDaysMembers': (world, variant) => readOf(world, variant, '/api/admin/report/first-days/members'),
    'report.memberPlan': (world, variant) => readOf(world, variant, '/api/admin/report/member-plan', month),
    'report.lessons': (world, variant) => readOf(world, variant, '/api/admin/report/lessons', month),
    'report.feeRetention': (world, variant) => readOf(world, variant, '/api/admin/report/fee-retention', month),
    'report.shopComparison': (world, variant) => readOf(world, variant, '/api/admin/report/shop-comparison', month),
    'report.changesInVisitsSummary': (world, variant) =>
      readOf(world, variant, '/api/admin/report/changes-in-visits/summary'),
    'report.changesInVisitsSeries': (world, variant) =>
      readOf(world, variant, '/api/admin/report/changes-in-visits/series'),
    'report.changesInVisitsMembers': (world, variant) =>
      readOf(world, variant, '/api/admin/report/changes-in-visits/members', { class: 'decrease' }),
    'report.yearlyStats': (world, variant) =>
      readOf(world, variant, '/api/admin/report/yearly-stats', { year: month.year }),
  },
}
