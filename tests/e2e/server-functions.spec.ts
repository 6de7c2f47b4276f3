import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { toJSON } from 'seroval'
import { distOf } from '../../scripts/lib/build.mjs'
import { root } from '../../scripts/lib/project.mjs'
import { announcementDraft } from '../support/announcements.ts'
import { expect, test } from '../support/fixtures.ts'
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

// Writes that an admin may do and a trainer may not: harmless unless the attack succeeds.
const announcement = { ...announcementDraft('毒入りの文脈'), status: 'pending' }
const column = {
  title: '毒入りの文脈',
  lead: null,
  body: '<p>本文</p>',
  category: 'exercise',
  tags: [],
  ...{ imgUrl: null, authorName: null, supervisorName: null, targetMoods: [], relatedIds: [], publishTo: null },
  publishFrom: null,
  status: 'pending',
}
const clubEvent = {
  ...{ title: '毒入りの文脈', kind: 'other', firstOn: '2026-11-03', lastOn: null },
  target: { scope: 'all', shopIds: [] },
}
const policy = {
  ...{ edition: '毒入りの文脈', title: '利用規約', body: '本文', effectiveFrom: '2099-01-01', noticeFrom: null },
  ...{ requiresReconsent: false, changeSummary: null },
}
const staffDraft = {
  ...{ lastName: '毒入り', firstName: '文脈', lastNameKana: null, firstNameKana: null, gender: 'none', tel: null },
  ...{ birthday: null, imgUrl: null, email: 'poisoned@example.jp', displayName: null, role: 'level1' },
  ...{ jobTitle: null, employmentType: null, joinedOn: null },
}
const mail = {
  ...{ category: 'transactional', subject: '毒入りの文脈', body: '<p>本文</p>', fromName: '毒入りの文脈' },
  ...{ replyTo: null, footer: null },
}
const toOne = { by: 'members', userIds: ['1'] }
const mailStep = {
  ...{ name: '毒入りの文脈', trigger: { type: 'manual', days: 0 }, entryFilter: {}, stopOn: [], status: 'pending' },
  steps: [{ delayDays: 0, sendTime: '10:00', templateId: '1' }],
}
const [year, monthOfYear] = monthFromNow(-1).inUrl.split('-').map(Number)
const month = { year, month: monthOfYear }
const monthDays = { from: `${monthFromNow(-1).inUrl}-01`, to: `${monthFromNow(-1).inUrl}-28` }

/** Data for functions that need some to reach authorisation; the others get none. */
const data: Record<string, object> = {
  getMonthlyStats: month,
  getMonthlyStatsByShop: month,
  exportMonthlyStats: month,
  exportMonthlyStatsByShop: month,
  getYearlyStats: { year },
  exportYearlyStats: { year },
  getLtv: month,
  exportLtv: month,
  getAdmission: monthDays,
  getWhy: { ...monthDays, figure: 'withdrawals' },
  exportAdmission: monthDays,
  getSales: monthDays,
  exportSales: monthDays,
  getProductSales: monthDays,
  exportProductSales: monthDays,
  getMemberPlan: month,
  exportMemberPlan: month,
  getShopComparison: month,
  exportShopComparison: month,
  getChangesInVisitsSummary: {},
  exportChangesInVisitsSummary: {},
  getChangesInVisitsSeries: {},
  exportChangesInVisitsSeries: {},
  getChangesInVisitsMembers: { class: 'decrease' },
  exportChangesInVisitsMembers: { class: 'decrease' },
  drillDownToMembers: { ...month, figure: 'admissions' },
  exportFigureMembers: { ...month, figure: 'admissions' },
  drillDownToVisits: month,
  exportFigureVisits: month,
  drillDownToSales: { ...month, figure: 'netSales' },
  exportFigureSales: { ...month, figure: 'netSales' },
  drillDownToReservations: { ...month, figure: 'booked' },
  exportFigureReservations: { ...month, figure: 'booked' },
  drillDownToSlots: { ...month, figure: 'slots' },
  exportFigureSlots: { ...month, figure: 'slots' },
  drillDownToLeads: { ...month, figure: 'tours' },
  exportFigureLeads: { ...month, figure: 'tours' },
  createAnnouncement: announcement,
  createColumn: column,
  getAnnouncement: { id: '1' },
  getApiOperation: { name: 'member.list' },
  getAudit: { id: '1' },
  getColumn: { id: '1' },
  listColumnTexts: { id: '1' },
  setColumnOrder: { ids: ['1'] },
  getLeanBody: { id: '1' },
  updateLeanBody: { id: '1', title: '毒入りの文脈' },
  changeLeanBodies: { ids: ['1'], status: 'disabled' },
  getPolicy: { id: '1' },
  createPolicy: { ...policy, type: 'userPolicy' },
  updatePolicy: { id: '1', title: '毒入りの文脈' },
  activatePolicy: { id: '1', version: 1 },
  removePolicy: { id: '1', version: 1 },
  enterWithCode: { ticket: 'n'.repeat(22), code: '123456' },
  approveReader: { id: '1' },
  resetSecondFactor: { id: '1' },
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
  getReportAction: { id: '1' },
  updateReportAction: { id: '1', version: 1, title: '毒入りの文脈' },
  removeReportAction: { id: '1', version: 1 },
  getMember: { id: '1' },
  getMemberVisits: { id: '1' },
  getShop: { id: '1' },
  getStaff: { id: '1' },
  inviteStaff: { staffId: '1' },
  sendPasswordReset: { staffId: '1' },
  readStaffWork: { id: '1' },
  setSecondFactorDuty: { duty: 'leaders', currentPassword: 'mikan-to-ringo-no-kisetsu' },
  retireStaff: { id: '1', leftOn: '2026-11-30', successors: [] },
  updateStaff: { id: '1', displayName: '毒入りの文脈' },
  updateStaffUser: { id: '1', tel: '0900000000' },
  setStaffShops: { id: '1', shopIds: [], mainShopId: null },
  removeStaff: { id: '1', version: 1 },
  registerStaff: { ...staffDraft, shopIds: ['1'], invites: false },
  startPreview: { role: 'level1', shopIds: [] },
  saveDailyReports: { data: [{ shopId: '2', date: `${year}-01-01`, handover: '毒入りの文脈' }] },
  readDailyReportBoard: { from: `${year}-01-01`, to: `${year}-01-31` },
  readDailyReportDay: { shopId: '1', date: `${year}-01-01` },
  getDailyReport: { id: '1' },
  updateDailyReport: { id: '1', action: 'reopen', comment: '毒入りの文脈' },
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
  getShopPlan: { id: '1' },
  listMemberChanges: { id: '1' },
  listMemberPayments: { id: '1' },
  listMemberPlans: { userId: '1' },
  listMemberTickets: { userId: '1' },
  readTimetable: { shopId: '1', from: `${year}-01-01` },
  changeMembers: { ids: ['1'], addTags: ['毒入りの文脈'] },
  approveTrainers: { rows: [{ userId: '1', trainerStaffId: '1' }] },
  updateMember: { id: '1', tags: ['毒入りの文脈'] },
  getCosts: { shopId: '1', month: '2026-10' },
  getProfit: { month: '2026-10' },
  saveCosts: { shopId: '1', month: '2026-10', seen: null, labor: 1, ads: null, rent: null, other: null },
  getTargets: { month: '2026-10' },
  saveTargets: {
    data: [
      {
        ...{ shopId: '1', month: '2026-10', seen: null },
        ...{ admission: 1, withdrawalMax: 1, sales: 1, closingMembers: 1 },
      },
    ],
  },
  createClubEvent: clubEvent,
  getClubEvent: { id: '1' },
  listShownEvents: monthDays,
  updateClubEvent: { id: '1', version: 1, ...clubEvent },
  removeClubEvent: { id: '1', version: 1 },
  createSavedView: { screen: 'members', name: '毒入りの文脈', search: {}, columns: {}, shopIds: [] },
  updateSavedView: { id: '1', version: 1, name: '毒入りの文脈' },
  removeSavedView: { id: '1', version: 1 },
  createShop: {
    ...{ name: '毒入りの文脈', nameKana: null, code: 'X1', ownerType: 'direct', companyName: '毒入りの文脈' },
    ...{ zipCode: '181-0013', prefecture: '東京都', address1: '三鷹市', address2: null },
    ...{ tel: '0422000000', openedOn: '2027-04-01' },
  },
  skipSteps: { skipped: [] },
  listHealthMembers: { check: 'doubles' },
  listHealthDoubles: { check: 'salesTwice' },
  mergeHealthDoubles: { check: 'salesTwice', contracts: 'until' },
  takeBackHealthDoubles: { id: 'doubles-0' },
  answerJoinedDay: { day: '2000-01-01', answer: null },
  updateShopFacts: { id: '1', name: '毒入りの文脈' },
  updateShop: { id: '1', rsvUrl: null },
  updateShopSender: { id: '1', contact: '毒入りの文脈' },
  getShopPlanJoin: { id: '1', into: '2' },
  joinShopPlan: { id: '1', version: 1, into: '2' },
  separateShopPlan: { id: '1', version: 1 },
  updateShopPlanFacts: { id: '1', priceMonthly: 1 },
  updateShopPlan: { id: '1', withLeanBodyContent: true },
  updateAnnouncement: { id: '1', title: '毒入りの文脈' },
  updateColumn: { id: '1', title: '毒入りの文脈' },
  removeAnnouncement: { id: '1', version: 1 },
  removeColumn: { id: '1', version: 1 },
  removeSession: { id: '2147483647' },
  getMailTemplate: { id: '1' },
  createMailTemplate: { ...mail, name: '毒入りの文脈', shopId: '1', status: 'pending' },
  updateMailTemplate: { id: '1', name: '毒入りの文脈' },
  removeMailTemplate: { id: '1', version: 1 },
  previewMail: { category: 'transactional', to: toOne },
  sendMail: { ...mail, templateId: null, to: toOne, sleepingReason: null, sendAt: null },
  testMail: mail,
  getMailLog: { id: '1' },
  listMailRecipients: { id: '1' },
  cancelMail: { id: '1', version: 1 },
  liftBounce: { userId: '1', reason: '毒入りの文脈' },
  getMailConsent: { userId: '1' },
  recordMailConsent: { userId: '1', last: null, given: true, on: '2026-11-20', source: 'desk', detail: '毒入りの文脈' },
  sendConsentLink: { userId: '1', isRequested: true },
  getMailStep: { id: '1' },
  createMailStep: mailStep,
  updateMailStep: { id: '1', name: '毒入りの文脈' },
  removeMailStep: { id: '1', version: 1 },
  tryMailStep: { id: '1' },
  listMailStepEnrolments: { id: '1' },
  enrolInMailStep: { id: '1', userIds: ['1'] },
  listMailStepsOfMember: { id: '1' },
  listConditionLogs: { shopId: '1' },
  exportConditionLogs: { shopId: '1' },
  listHealthcareLogs: { shopId: '1' },
  exportHealthcareLogs: { shopId: '1' },
  listLocationLogs: { shopId: '1' },
  exportLocationLogs: { shopId: '1' },
  listBodyTempLogs: { shopId: '1' },
  exportBodyTempLogs: { shopId: '1' },
  listMenstrualLogs: { shopId: '1' },
  exportMenstrualLogs: { shopId: '1' },
  summariseDailyLogs: { kind: 'condition' },
  revealDailyLogs: {
    ...{ userId: '1', kind: 'condition', from: `${year}-01-01`, to: `${year}-01-31` },
    ...{ reason: 'inquiry', reasonText: null },
  },
  getHealthConsent: { id: '1' },
  eraseDailyLogs: { id: '1' },
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
  getDataExportPart: { id: '1', at: '0' },
  removeDataExport: { id: '1' },
  getImport: { id: '1' },
  getImportOverview: {},
  findImportKind: { id: '1' },
  takeImportAgain: { id: '1', kind: 'contract' },
  listImportRows: { id: '1' },
  exportImportRows: { id: '1' },
  countImportUndo: { id: '1' },
  createImport: { kind: 'member', name: '会員.csv', size: 10, sha256: '0'.repeat(64) },
  checkImport: {
    ...{ id: '1', columns: {}, values: {}, cells: [] },
    ...{ blanks: 'keep', overwrite: false },
  },
  writeImport: { id: '1' },
  undoImport: { id: '1' },
  cancelImport: { id: '1' },
  releaseImport: { id: '1' },
  refuseImport: { id: '1' },
  removeImport: { id: '1' },
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
  const answerOf = async (one: ServerFunction, context: object) => {
    const sent = { data: data[one.name] ?? {}, ...context }
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
