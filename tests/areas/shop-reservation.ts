import { type Area, type ListArea, readOf, shopIdOf, type World } from './area.ts'

const path = '/api/admin/shop/reservation'

/** A member of the shop, by the user's id. */
const ofMemberOf = async ({ api, shops }: World, variant: string) => {
  const whose = variant === 'of-own-member' ? shops.own : shops.other
  return { userId: (await api.makeMember(whose)).userId }
}

const walk = `
call                                   anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
shopReservation.list every             401       401     401       401     401       401    403    200    200    200    200 200
shopReservation.list own               401       401     401       401     401       401    403    200    200    200    200 200
shopReservation.list other             401       401     401       401     401       401    403    404    404    404    200 200
shopReservation.list unknown           401       401     401       401     401       401    403    404    404    404    404 404
shopReservation.list of-own-member     401       401     401       401     401       401    403    200    200    200    200 200
shopReservation.list of-other-member   401       401     401       401     401       401    403    404    404    404    200 200
shopReservation.list csv-every         401       401     401       401     401       401    403    403    200    200    200 200
shopReservation.list csv-own           401       401     401       401     401       401    403    403    200    200    200 200
shopReservation.list csv-other         401       401     401       401     401       401    403    403    404    404    200 200
shopReservation.choices every          401       401     401       401     401       401    403    200    200    200    200 200
shopReservation.choices own            401       401     401       401     401       401    403    200    200    200    200 200
shopReservation.choices other          401       401     401       401     401       401    403    404    404    404    200 200
shopReservation.choices unknown        401       401     401       401     401       401    403    404    404    404    404 404
shopReservation.timetable own          401       401     401       401     401       401    403    200    200    200    200 200
shopReservation.timetable other        401       401     401       401     401       401    403    404    404    404    200 200
shopReservation.timetable unknown      401       401     401       401     401       401    403    404    404    404    404 404
`

export const area: Area = {
  walk,
  calls: {
    'shopReservation.list': async (world, variant) =>
      readOf(world, variant, `${path}/list`, variant.startsWith('of-') ? await ofMemberOf(world, variant) : {}),
    'shopReservation.choices': (world, variant) => readOf(world, variant, `${path}/choices`),
    'shopReservation.timetable': (world, variant) => ({
      method: 'GET',
      path: `${path}/timetable?shopId=${shopIdOf(world, variant)}&from=2026-11-21`,
    }),
  },
}

export const list: ListArea = {
  noun: '予約',
  path: '/hacomono/reservations',
  ofShop: true,
  api: '/api/admin/shop/reservation/list',
  account: 'head',
  defaults: 'sort=startAt&status=all&from=1/2',
  sortBy: '開始日時',
  search: { keyword: 'ヨガ', shows: 'ヨガ' },
  filter: { label: '状態', option: '予約済', inUrl: /status=booked/ },
  record: {
    ready: (page) => page.getByRole('navigation', { name: '会員の情報' }),
    opensOver: false,
    isElsewhere: true,
  },
  csv: {
    head: '予約番号,',
    holds: /,K\d+,/,
    account: 'manager',
    notFor: 'trainer',
    file: /^予約一覧_[^_]+_\d{8}-\d{8}_\d{8}_\d{4}\.csv$/,
  },
}
