import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { type Permission, scopeOf } from '#contract/permissions.ts'
import { addDays, todayInTokyo } from '../../app/lib/dates.ts'
import type { Account } from '../support/accounts.ts'
import { expect, test } from '../support/fixtures.ts'
import { bearerOf } from '../support/screens.ts'

// Every record links to its related records in one click, and they to it, for users who may open them:
//
// member           plan, shop, trainer, contracts, tickets, bookings, visits, 日次ログ, mails, ステップメール, LEAN BODY,
//                  the shop's figures, 操作履歴
// contract         plan, shop
// plan             its members, shop, the shop's figures, 操作履歴
// shop             figures, members, bookings, timetable, plans, tickets, staff, reports, actions, mails, お知らせ,
//                  日次ログ, LEAN BODY, 操作履歴
// booking, class,  member, their 日次ログ, staff, the day's list or timetable, its report, the month's figures, 日次ログ,
// timetable        shop
// staff            shops, bookings, members whose trainer they are, reports, actions, mails, 操作履歴
// daily report     the rows behind each figure of the day, the day's timetable, the month's figures, its actions, staff,
//                  an injured member, shop, 操作履歴
// action           its report, the shop's figures, shop, owner, 操作履歴
// figure           the rows behind it, which link to members and to the timetable; shop, a day's report
// mail             recipients, sender, template, step, 操作履歴
// template, step   mails sent with it, the step's members and templates, shop, 操作履歴
// 日次ログ          member, bookings, timetable, shop, 操作履歴
// LEAN BODY        who watched it; what was watched, and by whom
// 操作履歴          the record, the member, the user, the shop
// お知らせ, コラム, 規約: 操作履歴; shops of an お知らせ
//
// A ticket and a class of the timetable have no page. Links to 日次ログ contain ids only, and nothing is prefetched.

test.describe.configure({ mode: 'parallel' })
test.use({ warm: true })

interface Records {
  shop: { id: string; name: string }
  member: { id: string; name: string; plan: string; trainer: string }
  planId: string
  /** A place of that member, or of somebody else, in a class. */
  booking: { day: string; slotId: string; program: string; member: string; memberId: string; staff: string }
  staff: { id: string; displayName: string }
  report: { id: string; date: string; author: string }
  action: { id: string; owner: string; title: string }
  /** Of the first one the sender, of the second one the template. */
  mails: { sent: string; sender: string; templated: string; template: string }
  templateId: string
  stepId: string
  content: { id: string }
  announcementId: string
  columnId: string
  policyId: string
}

const day = (date: string) => date.slice(0, 10)
const named = ({ lastName, firstName }: { lastName: string; firstName: string }) => `${lastName}\u3000${firstName}`

/** An API call as the page's user. */
async function callerOf(page: Page, api: string) {
  const authorization = await bearerOf(page, () => page.reload())
  return async (path: string, body?: unknown) => {
    const how = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
    const answer = await fetch(`${api}/api/admin${path}`, { headers, ...how })
    return { status: answer.status, json: await answer.json() }
  }
}

/** One record of each kind in 新宿店, the trainer's and the manager's shop. */
async function findRecords(call: Awaited<ReturnType<typeof callerOf>>): Promise<Records> {
  // biome-ignore lint/suspicious/noExplicitAny: rows of lists of every kind
  const rowsOf = async (path: string): Promise<any[]> => (await call(path)).json.list
  const [shop] = await rowsOf('/shop/list?keyword=新宿&limit=1')
  const today = todayInTokyo()
  const members = await rowsOf(`/user/member/list?shopId=${shop.id}&limit=200`)
  const member = members.find(({ planId, trainer }) => planId && trainer)
  const bookings = await rowsOf(
    `/shop/reservation/list?shopId=${shop.id}&from=${addDays(today, -14)}&to=${addDays(today, -1)}&limit=200`,
  )
  const booking = bookings.find((row) => row.slotId && row.staff && row.member?.id)
  const reports = await rowsOf(`/shop/daily-report/list?shopId=${shop.id}&status=approved&limit=30`)
  const report = reports.find(({ author, visitCount }) => author && visitCount > 0)
  const { json: action } = await call('/shop/report-action/new', {
    ...{ shopId: shop.id, dailyReportId: report.id, title: `体験後の声かけ ${Date.now()}`, category: 'admission' },
    ...{ priority: 'high', metric: 'admissions', targetValue: 30, plan: '体験の翌日までに電話します。' },
    ...{ doNote: null, check: null, nextAction: null, evaluation: null, ownerStaffId: booking.staff.id },
    ...{ startOn: today, dueOn: addDays(today, 7), status: 'todo', progress: 0 },
  })
  const mails = await rowsOf('/mail/log/list?limit=50')
  const records = await Promise.all(mails.map(async ({ id }) => (await call(`/mail/log/${id}`)).json))
  const sent = records.find(({ sender, counts }) => sender && counts.delivered > 0)
  const templated = records.find(({ template }) => template)
  const [step] = await rowsOf('/mail/step/list?limit=1&sortKey=updatedAt&status=active')
  const [content] = await rowsOf('/content/lean-body/list?limit=1')
  const [announcement] = await rowsOf('/announcement/list?limit=1')
  const [column] = await rowsOf('/content/column/list?limit=1')
  const [policy] = await rowsOf('/policy/list?limit=1&type=userPolicy')
  return {
    shop,
    member: { id: member.id, name: named(member), plan: member.planName, trainer: member.trainer.displayName },
    planId: member.planId,
    booking: {
      day: day(booking.startAt),
      slotId: booking.slotId,
      program: booking.programName,
      member: named(booking.member),
      memberId: booking.member.id,
      staff: booking.staff.displayName,
    },
    staff: booking.staff,
    report: { id: report.id, date: report.date, author: report.author.displayName },
    action: { id: action.id, owner: action.owner.displayName, title: action.title },
    mails: {
      ...{ sent: sent.id, sender: sent.sender.displayName },
      ...{ templated: templated.id, template: templated.template.name },
    },
    templateId: templated.template.id,
    stepId: step.id,
    content,
    announcementId: announcement.id,
    columnId: column.id,
    policyId: policy.id,
  }
}

let found: Promise<Records> | undefined

/** Looked up once by each worker. */
const theRecords = (asStaff: (account: Account) => Promise<Page>, api: string) => {
  found ??= asStaff('head')
    .then((page) => callerOf(page, api))
    .then(findRecords)
  return found
}

type Name = string | RegExp
/** A link's name, and the heading of its target. */
type Way = [link: Name | ((page: Page) => Locator), heading: Name]

interface Screen {
  record: string
  at: (records: Records) => string
  ways: (records: Records) => Way[]
}

const inOrder = (name: string) => new RegExp(name.replace(/[\s\u3000]+/, '.?'))
const sheet = (page: Page) => page.getByRole('dialog')
const related = (page: Page) => page.getByRole('navigation', { name: '関連する画面' })
const main = (page: Page) => page.locator('#content')
const rowLink = (page: Page) => main(page).locator('a[data-record]').first()
const month = (date: string) => date.slice(0, 7)

const screens: Screen[] = [
  {
    record: 'member',
    at: ({ member }) => `/hacomono/members/${member.id}`,
    ways: ({ member, shop }) => [
      [member.plan, member.plan],
      [shop.name, shop.name],
      [member.trainer, member.trainer],
      ['送信したメール', '送信履歴'],
      ['LEAN BODYの利用状況', '会員の利用状況'],
      [`${shop.name}の集計`, 'ダッシュボード'],
      ['操作履歴', '操作履歴'],
    ],
  },
  {
    record: 'contract',
    at: ({ member }) => `/hacomono/members/${member.id}/contracts`,
    ways: ({ member }) => [
      [(page) => page.getByRole('table').getByRole('link', { name: member.plan }).first(), member.plan],
    ],
  },
  {
    record: 'member’s bookings',
    at: ({ booking }) => `/hacomono/members/${booking.memberId}/bookings`,
    ways: () => [
      ['予約の一覧で見る', '予約'],
      [
        (page) =>
          page
            .getByRole('table')
            .getByRole('link', { name: /^\d{4}\// })
            .first(),
        '予約',
      ],
    ],
  },
  {
    record: 'member’s daily logs',
    at: ({ member }) => `/hacomono/members/${member.id}/daily-logs`,
    ways: () => [
      ['日次ログの画面で開く', '日次ログ'],
      ['日次ログの操作履歴', '操作履歴'],
    ],
  },
  {
    record: 'plan',
    at: ({ planId }) => `/hacomono/plans-or-tickets/${planId}`,
    ways: ({ shop }) => [
      [shop.name, shop.name],
      [/の会員 \d/, '会員'],
      [`${shop.name}の集計`, 'ダッシュボード'],
      ['操作履歴', '操作履歴'],
    ],
  },
  {
    record: 'shop',
    at: ({ shop }) => `/hacomono/shops/${shop.id}`,
    ways: () => [
      [(page) => related(page).getByRole('link', { name: 'ダッシュボード', exact: true }), 'ダッシュボード'],
      [(page) => related(page).getByRole('link', { name: '会員', exact: true }), '会員'],
      [(page) => related(page).getByRole('link', { name: '予約', exact: true }), '予約'],
      ['タイムテーブル', '予約'],
      ['送信したメール', '送信履歴'],
      [(page) => main(page).getByRole('link', { name: 'お知らせ' }), 'お知らせ'],
      [(page) => main(page).getByRole('link', { name: '日次ログ' }), '日次ログ'],
      ['LEAN BODYの利用状況', '会員の利用状況'],
      ['操作履歴', '操作履歴'],
    ],
  },
  {
    record: 'booking',
    at: ({ shop, booking }) => `/hacomono/reservations?shop=${shop.id}&from=${booking.day}&to=${booking.day}`,
    ways: ({ shop, booking }) => [
      [rowLink, /./],
      [(page) => page.getByRole('table').getByRole('link', { name: booking.staff }).first(), booking.staff],
      [
        (page) =>
          page
            .getByRole('table')
            .getByRole('link', { name: /^\d{4}\// })
            .first(),
        '予約',
      ],
      ['この日のタイムテーブル', '予約'],
      ['この日の日報', new RegExp(shop.name)],
      ['この月の集計', 'ダッシュボード'],
      ['日次ログ', '日次ログ'],
      ['店舗の情報', shop.name],
    ],
  },
  {
    record: 'class on the timetable',
    at: ({ shop, booking }) =>
      `/hacomono/reservations/timetable?shop=${shop.id}&day=${booking.day}&open=s${booking.slotId}`,
    ways: ({ booking }) => [
      [(page) => sheet(page).getByRole('link', { name: booking.staff }), booking.staff],
      [
        (page) =>
          sheet(page)
            .getByRole('link', { name: inOrder(booking.member) })
            .first(),
        inOrder(booking.member),
      ],
      [
        (page) =>
          sheet(page)
            .getByRole('link', { name: /日次ログ$/ })
            .first(),
        /./,
      ],
    ],
  },
  {
    record: 'day of the timetable',
    at: ({ shop, booking }) => `/hacomono/reservations/timetable?shop=${shop.id}&day=${booking.day}`,
    ways: ({ shop }) => [
      ['この日の予約の一覧', '予約'],
      ['この日の日報', new RegExp(shop.name)],
      ['この月の集計', 'ダッシュボード'],
      ['日次ログ', '日次ログ'],
    ],
  },
  {
    record: 'staff',
    at: ({ staff }) => `/staffs/${staff.id}`,
    ways: ({ shop }) => [
      [shop.name, shop.name],
      ['担当する予約', '予約'],
      ['担当会員', '会員'],
      ['作成した日報', '日報'],
      ['担当する改善アクション', '改善アクション'],
      ['送信したメール', '送信履歴'],
      ['操作履歴', '操作履歴'],
    ],
  },
  {
    record: 'daily report',
    at: ({ shop, report }) => `/shop-reports/${shop.id}/${report.date}`,
    ways: ({ shop, report }) => [
      [report.author, report.author],
      [(page) => main(page).getByRole('link', { name: /^\d+回$/ }), '来館数の内訳'],
      ['この日のタイムテーブル', '予約'],
      ['この月の集計', 'ダッシュボード'],
      ['この日報からの改善アクション', '改善アクション'],
      ['店舗の情報', shop.name],
      ['操作履歴', '操作履歴'],
    ],
  },
  {
    record: 'action',
    at: ({ action }) => `/shop-reports/actions/${action.id}`,
    ways: ({ shop, action }) => [
      ['元の日報', new RegExp(shop.name)],
      [`${shop.name}の集計`, 'ダッシュボード'],
      ['店舗の情報', shop.name],
      [`担当者 ${action.owner}`, action.owner],
      ['操作履歴', '操作履歴'],
    ],
  },
  {
    record: 'mail',
    at: ({ mails }) => `/mail/logs/${mails.sent}`,
    ways: ({ mails }) => [
      [mails.sender, mails.sender],
      [(page) => page.getByRole('table', { name: '宛先の一覧' }).getByRole('link').first(), /./],
      ['操作履歴', '操作履歴'],
    ],
  },
  {
    record: 'mail of a template',
    at: ({ mails }) => `/mail/logs/${mails.templated}`,
    ways: ({ mails }) => [[mails.template, /メールテンプレート/]],
  },
  {
    record: 'mail template',
    at: ({ templateId }) => `/mail/templates/${templateId}`,
    ways: () => [
      ['このテンプレートで送信したメール', '送信履歴'],
      ['操作履歴', '操作履歴'],
    ],
  },
  {
    record: 'mail step',
    at: ({ stepId }) => `/mail/steps/${stepId}`,
    ways: () => [
      ['このステップメールで送信したメール', '送信履歴'],
      ['操作履歴', '操作履歴'],
    ],
  },
  {
    record: 'figure',
    at: ({ shop, report }) => `/dashboard?shop=${shop.id}&month=${month(report.date)}`,
    ways: ({ shop }) => [[(page) => main(page).getByRole('link', { name: shop.name, exact: true }), shop.name]],
  },
  {
    record: 'bookings behind a figure',
    at: ({ shop, booking }) => behind('reservations', shop.id, booking.day),
    ways: ({ shop }) => [
      [
        (page) =>
          page
            .getByRole('table')
            .getByRole('link', { name: /^\d{4}\// })
            .first(),
        '予約',
      ],
      ['この日の日報', new RegExp(shop.name)],
      [(page) => main(page).getByRole('link', { name: shop.name, exact: true }), shop.name],
    ],
  },
  {
    record: 'classes behind a figure',
    at: ({ shop, booking }) => behind('classes', shop.id, booking.day),
    ways: () => [[rowLink, '予約']],
  },
  {
    record: 'members behind a figure',
    at: ({ shop, booking }) => `${behind('members', shop.id, booking.day)}&figure=uniqueVisitors`,
    ways: () => [[rowLink, /./]],
  },
  {
    record: 'daily logs of a shop',
    at: ({ shop }) => `/member-daily-logs?shop=${shop.id}`,
    ways: ({ shop }) => [
      ['タイムテーブル', '予約'],
      ['予約の一覧', '予約'],
      ['店舗の情報', shop.name],
    ],
  },
  {
    record: 'daily logs of a member',
    at: ({ member }) => `/member-daily-logs?userId=${member.id}`,
    ways: ({ member }) => [
      ['会員の予約', inOrder(member.name)],
      ['操作履歴', '操作履歴'],
      [
        (page) =>
          main(page)
            .getByRole('link', { name: /K\d+$|^会員ページ/ })
            .first(),
        inOrder(member.name),
      ],
    ],
  },
  {
    record: 'what a member watched',
    at: () => '/lean-body/member-activities?shop=all',
    ways: () => [
      [rowLink, /./],
      [(page) => page.getByRole('row').nth(1).getByRole('cell').getByRole('link').first(), /コンテンツ/],
    ],
  },
  {
    record: 'content',
    at: ({ content }) => `/lean-body/contents/${content.id}`,
    ways: () => [
      ['視聴した会員', '会員の利用状況'],
      ['操作履歴', '操作履歴'],
    ],
  },
  {
    record: 'announcement',
    at: ({ announcementId }) => `/other-settings/announcements/${announcementId}`,
    ways: () => [['操作履歴', '操作履歴']],
  },
  {
    record: 'column',
    at: ({ columnId }) => `/other-settings/columns/${columnId}`,
    ways: () => [['操作履歴', '操作履歴']],
  },
  {
    record: 'policy',
    at: ({ policyId }) => `/other-settings/user-policies/${policyId}`,
    ways: () => [['操作履歴', '操作履歴']],
  },
  {
    record: 'act on an action',
    at: ({ action }) => `/audit-log?resourceType=reportAction&resourceId=${action.id}`,
    ways: ({ action }) => [[`改善アクション\u3000${action.title}`, '改善アクションの編集']],
  },
]

function behind(screen: string, shopId: string, date: string) {
  const [year, month, day] = date.split('-').map(Number)
  return `/dashboard/${screen}?${new URLSearchParams({ shop: shopId, year: String(year), month: String(month), day: String(day) })}`
}

for (const { record, at, ways } of screens) {
  test(`${record}: each neighbour is one click away`, async ({ asStaff, stack }) => {
    const records = await theRecords(asStaff, stack.api)
    const page = await asStaff('head', { path: at(records) })
    for (const [link, heading] of ways(records)) {
      const here = page.url()
      const way = typeof link === 'function' ? link(page) : main(page).getByRole('link', { name: link, exact: true })
      await way.first().click()
      await expect(page).not.toHaveURL(here)
      await expect(page.getByRole('heading', { level: 1, name: heading }).first()).toBeVisible()
      await page.goBack()
      await expect(page).toHaveURL(here)
    }
  })
}

/** The addresses of the app, with the right that each wants. */
const routes = readdirSync('app/routes/_signed-in/_page', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => {
    const source = readFileSync(join('app/routes/_signed-in/_page', file), 'utf8')
    const [, address = ''] = source.match(/createFileRoute\('\/_signed-in\/_page(.*?)'\)/) ?? []
    const [, permission] = source.match(/staticData: \{ permission: '([\w.]+)' \}/) ?? []
    const parts = address
      .replaceAll('_/', '/')
      .replace(/[_/]+$/, '')
      .split('/')
      .filter(Boolean)
    return { parts, permission: permission as Permission | undefined }
  })
  .filter(({ parts }) => !parts.includes('$'))

/** The matched routes of a URL. */
function routesAt(path: string) {
  const parts = path.split('/').filter(Boolean)
  const isAt = (route: string[], whole: boolean) =>
    (whole ? route.length === parts.length : route.length <= parts.length) &&
    route.every((part, at) => part === parts[at] || part.startsWith('$'))
  const [exact] = routes
    .filter((route) => isAt(route.parts, true))
    .sort(
      (a, b) =>
        a.parts.filter((part) => part.startsWith('$')).length - b.parts.filter((part) => part.startsWith('$')).length,
    )
  return (
    exact && [
      exact,
      ...routes.filter(({ parts: own }) => own.length === parts.length && own.join('/') === exact.parts.join('/')),
    ]
  )
}

/** Where the API keeps the record of an address. */
const records: [address: RegExp, api: string][] = [
  [/^\/staffs\/(\d+)$/, '/staff/$1'],
  [/^\/hacomono\/shops\/(\d+).*$/, '/shop/$1'],
  [/^\/hacomono\/plans-or-tickets\/(\d+)$/, '/shop/plan/$1'],
  [/^\/hacomono\/members\/(\d+)/, '/user/$1?type=member'],
  [/^\/shop-reports\/actions\/(\d+)$/, '/shop/report-action/$1'],
  [/^\/shop-reports\/(\d+)\/(\d{4}-\d\d-\d\d)$/, '/shop/daily-report/day?shopId=$1&date=$2'],
  [/^\/mail\/templates\/(\d+)$/, '/mail/template/$1'],
  [/^\/lean-body\/contents\/(\d+)$/, '/content/lean-body/$1'],
]

/** Links of the record on the screen. Staff names become links once their scope is known. */
async function linksOn(page: Page): Promise<string[]> {
  let hrefs: string[] | undefined
  const isSettled = async () => {
    const before = hrefs?.length
    hrefs = await page
      .locator('#content a[href^="/"], dialog a[href^="/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    return hrefs.length === before
  }
  await expect.poll(isSettled, { intervals: [400] }).toBe(true)
  return hrefs ?? []
}

test('a related record is found in every shop, whichever is selected', async ({ asStaff, stack }) => {
  const head = await asStaff('head')
  const call = await callerOf(head, stack.api)
  const { json } = await call('/user/member/list?limit=200&sortKey=visits30d&sortDir=desc')
  // biome-ignore lint/suspicious/noExplicitAny: rows of the API
  const { trainer, shop } = json.list.find((row: any) => row.trainer)
  const { json: shops } = await call('/shop/list?limit=10')
  const other = shops.list.find(({ id }: { id: string }) => id !== shop.id)
  await head.context().addCookies([{ name: 'karada.shop', value: other.id, url: new URL(head.url()).origin }])
  await head.goto(`/staffs/${trainer.id}`)
  await main(head).getByRole('link', { name: '担当会員', exact: true }).click()
  await expect(head).toHaveURL(/shop=all/)
  await expect(rowLink(head)).toBeVisible()
})

const roles = { trainer: 'level2', partner: 'level1' } as const

for (const account of ['trainer', 'partner'] as const satisfies Account[]) {
  test(`no link on a record leads ${account} to a page without permission`, async ({ asStaff, stack }) => {
    // It opens every screen.
    const all = await theRecords(asStaff, stack.api)
    const page = await asStaff(account)
    const call = await callerOf(page, stack.api)
    const isTheirs = (address: string) => {
      const at = routesAt(new URL(address, 'http://app').pathname)
      return at?.every(({ permission }) => !permission || scopeOf({ role: roles[account], isAdmin: false }, permission))
    }
    const hrefs = new Set<string>()
    for (const { at } of screens) {
      const address = at(all)
      if (!isTheirs(address)) continue
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expect(page.locator('#content [role=status]').filter({ hasText: '読み込み中' })).toHaveCount(0)
      for (const href of await linksOn(page)) hrefs.add(href)
    }
    const addresses = [...hrefs]
    expect(addresses.length).toBeGreaterThan(5)
    expect(addresses.filter((href) => !isTheirs(href))).toEqual([])
    const paths = new Set(
      addresses.flatMap((href) => {
        const { pathname } = new URL(href, 'http://app')
        const one = records.find(([address]) => address.test(pathname))
        return one ? [pathname.replace(...one).replace(/(\?type=member).*$/, '$1')] : []
      }),
    )
    const refused: [string, number][] = []
    // One after the other: the API refuses many at once of one person.
    for (const path of paths) {
      const { status } = await call(path)
      if (status !== 200) refused.push([path, status])
    }
    expect(refused).toEqual([])
  })
}
