import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { toJSON } from 'seroval'
import { distOf } from '../../scripts/lib/build.mjs'
import { root } from '../../scripts/lib/project.mjs'
import { expect, test } from '../support/fixtures.ts'
import { functionInputs } from '../support/function-inputs.ts'
import { bearerOf, expectFigures, monthFromNow } from '../support/screens.ts'
import { type BuiltFunction, functionsOf } from '../support/server-functions.ts'

// Calls every server function of the build without our client, since each URL is public.

interface ServerFunction extends BuiltFunction {
  isWrite: boolean
}

/** What each export of `app/functions/` is, by its name. */
const written = new Map(
  readdirSync(join(root, 'app/functions')).flatMap((file) =>
    [
      ...readFileSync(join(root, 'app/functions', file), 'utf8').matchAll(/^export const (\w+) = (read|write)Fn\(\)/gm),
    ].map(([, name = '', kind]) => [name, kind === 'write'] as const),
  ),
)

/** The server functions of the build. */
const inTheBuild = (): ServerFunction[] =>
  functionsOf(distOf('node')).map((one) => ({ ...one, isWrite: written.get(one.name) ?? true }))

const ours = { 'x-tsr-serverfn': 'true', 'sec-fetch-site': 'same-origin' }
const token = 'k'.repeat(43)
const echoed = { cookie: `XSRF-TOKEN=${token}`, 'x-xsrf-token': token }

function call(request: APIRequestContext, { url, isWrite }: ServerFunction, headers: object, sent: object = {}) {
  const payload = JSON.stringify(toJSON({ data: {}, ...sent }))
  const all = { 'x-tsr-serverfn': 'true', ...headers } as Record<string, string>
  if (!isWrite) return request.get(`${url}?${new URLSearchParams({ payload })}`, { headers: all })
  return request.post(url, { headers: { ...all, 'content-type': 'application/json' }, data: Buffer.from(payload) })
}

test('the functions of the build are those of app/functions, each of them', () => {
  const names = inTheBuild().map(({ name }) => name)
  expect(names.sort()).toEqual([...written.keys()].sort())
  expect(names.length).toBeGreaterThan(20)
})

test('no function answers a call from another site', async ({ request }) => {
  const foreign = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    {},
  ]
  for (const one of inTheBuild()) {
    const answers = await Promise.all(foreign.map((headers) => call(request, one, { ...echoed, ...headers })))
    expect.soft([one.name, ...answers.map((answer) => answer.status())]).toEqual([one.name, 403, 403, 403, 403])
    // From the same site it continues to authentication or validation.
    expect.soft([401, 422], one.name).toContain((await call(request, one, { ...ours, ...echoed })).status())
  }
})

test('every writing function requires the header that echoes the cookie', async ({ request }) => {
  for (const one of inTheBuild()) {
    const without = await call(request, one, { ...ours, cookie: echoed.cookie })
    // A reading function continues to authentication or validation.
    if (one.isWrite) expect.soft(without.status(), one.name).toBe(403)
    else expect.soft([401, 422], one.name).toContain(without.status())
  }
})

const mail = {
  ...{ category: 'transactional', subject: '毒入りの文脈', body: '<p>本文</p>', fromName: '毒入りの文脈' },
  ...{ replyTo: null, footer: null },
}
const toOne = { by: 'members', userIds: ['1'] }
const mailStep = {
  ...{ name: '毒入りの文脈', trigger: { type: 'manual', days: 0 }, entryFilter: {}, stopOn: [], status: 'pending' },
  steps: [{ delayDays: 0, sendTime: '10:00', templateId: '1' }],
}
const [year = 0, monthOfYear = 0] = monthFromNow(-1).inUrl.split('-').map(Number)
const month = { year, month: monthOfYear }

/** Fields that nothing in the contract or the areas says, by function; those of tests/support/function-inputs.ts are added. */
const data: Record<string, object> = {
  getWhy: { figure: 'withdrawals' },
  getChangesInVisitsMembers: { class: 'decrease' },
  exportChangesInVisitsMembers: { class: 'decrease' },
  drillDownToMembers: { ...month, figure: 'admissions' },
  exportFigureMembers: { ...month, figure: 'admissions' },
  drillDownToSales: { ...month, figure: 'netSales' },
  exportFigureSales: { ...month, figure: 'netSales' },
  drillDownToReservations: { ...month, figure: 'booked' },
  exportFigureReservations: { ...month, figure: 'booked' },
  drillDownToSlots: { ...month, figure: 'slots' },
  exportFigureSlots: { ...month, figure: 'slots' },
  drillDownToLeads: { ...month, figure: 'tours' },
  exportFigureLeads: { ...month, figure: 'tours' },
  getApiOperation: { name: 'member.list' },
  setColumnOrder: { ids: ['1'] },
  changeLeanBodies: { ids: ['1'], status: 'disabled' },
  enterWithCode: { ticket: 'n'.repeat(22), code: '123456' },
  createReportAction: {
    ...{ shopId: '1', dailyReportId: null, title: '毒入りの文脈', category: 'other', priority: 'low' },
    ...{ metric: null, targetValue: null, plan: '毒入りの文脈', doNote: null, check: null, nextAction: null },
    ...{
      evaluation: null,
      ownerStaffId: '1',
      startOn: `${year}-01-01`,
      dueOn: `${year}-01-31`,
      status: 'todo',
      progress: 0,
    },
  },
  updateReportAction: { id: '1', version: 1, title: '毒入りの文脈' },
  retireStaff: { leftOn: '2026-11-30', successors: [] },
  updateStaffUser: { tel: '0900000000' },
  saveDailyReports: { data: [{ shopId: '2', date: `${year}-01-01`, handover: '毒入りの文脈' }] },
  readDailyReportDay: { shopId: '1', date: `${year}-01-01` },
  updateDailyReport: { action: 'reopen', comment: '毒入りの文脈' },
  requestPasswordReset: { email: 'nobody-at-all@example.jp' },
  readInvitation: { token: 'n'.repeat(22) },
  confirmLink: { token: 'n'.repeat(22) },
  acceptInvitation: {
    token: 'n'.repeat(22),
    password: 'mikan-to-ringo-no-kisetsu',
    passwordConf: 'mikan-to-ringo-no-kisetsu',
  },
  readWelcome: { token: 'n'.repeat(22) },
  makeFirstAdmin: {
    token: 'n'.repeat(22),
    lastName: '毒入り',
    firstName: '文脈',
    email: 'first@example.jp',
    password: 'mikan-to-ringo-no-kisetsu',
    passwordConf: 'mikan-to-ringo-no-kisetsu',
  },
  listHealthMembers: { check: 'doubles' },
  listHealthDoubles: { check: 'salesTwice' },
  mergeHealthDoubles: { check: 'salesTwice', contracts: 'until' },
  takeBackHealthDoubles: { id: 'doubles-0' },
  getShopPlanJoin: { into: '2' },
  joinShopPlan: { into: '2' },
  removeSession: { id: '2147483647' },
  sendMail: { ...mail, templateId: null, to: toOne, sleepingReason: null, sendAt: null },
  createMailStep: mailStep,
  updateMailStep: { name: '毒入りの文脈' },
  enrolInMailStep: { userIds: ['1'] },
  // Whoever does not see every shop names one.
  ...Object.fromEntries(
    ['Condition', 'Healthcare', 'Location', 'BodyTemp', 'Menstrual'].map((kind) => [
      `list${kind}Logs`,
      { shopId: '1' },
    ]),
  ),
  summariseDailyLogs: { kind: 'condition' },
  revealDailyLogs: {
    ...{ userId: '1', kind: 'condition', from: `${year}-01-01`, to: `${year}-01-31` },
    ...{ reason: 'inquiry', reasonText: null },
  },
  createDataExport: { code: '000000', withHealthDays: false, reason: null },
  beginClubSystem: { brandCode: 'karada', code: '000000' },
  finishClubSystem: { state: '毒入りの文脈', authorizationCode: '毒入りの文脈' },
  disconnectClubSystem: { code: '000000' },
  saveClubSystemMapping: { studios: [], instructors: [] },
  answerClubSystemWord: { field: 'planKind', word: '毒入りの文脈', answer: 'regular' },
  answerMissingMembers: { ids: ['1'], isEnrolled: true },
  decideMissingMembers: { ids: ['1'], from: 'waiting', decision: 'keep' },
  letGoChosenValues: { ids: ['member-1'] },
  chooseClubMerge: { choice: 'compare', importIds: [] },
  answerClubMerge: { stage: 'people', answers: [] },
  setUnreadRowAside: { id: 'purchases-1', reason: null },
  createReconciliation: { name: 'MA002.csv', content: 'YQ==', madeAt: null, shopId: null },
  listReconciliationRows: { month: `${year}-01`, figure: 'joined' },
  removeReconciliation: { month: `${year}-01`, report: 'MA002' },
  subscribeToDigest: { rhythm: null },
  createStaff: { userId: '1', role: 'level1', status: 'waiting' },
  createOutreach: { userId: '1', contactedOn: `${year}-01-01`, outcome: 'absent', note: null },
  getDataExportPart: { at: '0' },
  changePassword: { userId: '1', password: 'mikan-to-ringo-no-kisetsu', passwordConf: 'mikan-to-ringo-no-kisetsu' },
}

/** Functions that need the user's password or code, where wrong attempts lead to a lock. */
const byPassword = [
  ...['startSecondFactor', 'confirmSecondFactor', 'renewRecoveryCodes', 'removeSecondFactor'],
  'changeOwnEmail',
]

/** They end the session that the other calls need, and those of other tests. */
const leftOut = ['logout', 'removeOtherSessions']

test('no function trusts caller identity sent by the client', async ({ asStaff, request }) => {
  const page = await asStaff('trainer')
  await expectFigures(page)
  const authorization = await bearerOf(page, () => page.reload())
  const claimed = { user: { isAdmin: true }, isAdmin: true, principal: { role: 'all', isAdmin: true }, shops: 'all' }
  const inputs = await functionInputs(year, monthOfYear)
  const answerOf = async (one: ServerFunction, context: object) => {
    const sent = { data: { ...inputs.get(one.name), ...data[one.name] }, ...context }
    const answer = await call(request, one, { ...ours, ...echoed, authorization }, sent)
    // Reference numbers, times and tokens differ between calls.
    const text = (await answer.text()).replaceAll(/\b(ref|generatedAt)\W+[\w:.+-]+|eyJ[\w-]+\.[\w-]+\./g, '')
    return { status: answer.status(), text }
  }
  const statuses: Record<string, number> = {}
  for (const one of inTheBuild().filter(({ name }) => !leftOut.includes(name))) {
    // Another test may write what is read here.
    await expect(async () => {
      const honest = await answerOf(one, {})
      statuses[one.name] = honest.status
      const poisoned = await answerOf(one, { context: claimed })
      expect([one.name, poisoned.status, poisoned.text === honest.text]).toEqual([one.name, honest.status, true])
    }).toPass({ timeout: 5_000 })
  }
  expect(statuses).toMatchObject({ getMe: 200, createAnnouncement: 403, exportMembers: 403 })
  // The others reached authentication.
  const undecided = Object.keys(statuses).filter((name) => statuses[name] === 422)
  expect(undecided.sort()).toEqual([...byPassword, 'createImage', 'login'].sort())
})
