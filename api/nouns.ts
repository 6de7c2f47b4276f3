import { sql } from 'drizzle-orm'
import type { contract } from '#contract/all.ts'
import { namesIn, type Records } from './db/named-records.ts'
import { clubEvent } from './db/schema/club-event.ts'
import { importFile } from './db/schema/import.ts'
import { leanBodyContent } from './db/schema/lean-body.ts'
import { mail } from './db/schema/mail.ts'
import { mailStep } from './db/schema/mail-step.ts'
import { mailTemplate } from './db/schema/mail-template.ts'
import { policy } from './db/schema/policy.ts'
import { shopCost } from './db/schema/shop-cost.ts'
import { shopTarget } from './db/schema/shop-target.ts'
import { appendAudit } from './http/audit.ts'
import type { Verbs } from './http/bind.ts'
import type { Identity } from './identity/identity.ts'
import type { Passwords } from './identity/password.ts'
import { type Kinds, kindsOfRows } from './import/kinds.ts'
import type { Sealing } from './lib/sealing.ts'
import type { Jobs } from './mail/jobs.ts'
import type { Config } from './process/config.ts'
import type { Log } from './process/log.ts'
import { activityHandlers } from './resources/activity/service.ts'
import { announcementHandlers, announcementRecords } from './resources/announcement/service.ts'
import { apiDocsHandlers } from './resources/api-docs/service.ts'
import { auditExports, auditHandlers } from './resources/audit/service.ts'
import { authHandlers } from './resources/auth/service.ts'
import { chosenValueHandlers } from './resources/chosen-value/service.ts'
import { clubHandlers } from './resources/club/service.ts'
import { clubEventHandlers } from './resources/club-event/service.ts'
import { clubSystemHandlers } from './resources/club-system/service.ts'
import { columnHandlers, columnRecords } from './resources/column/service.ts'
import { dailyLogExports } from './resources/daily-log/export.ts'
import { dailyLogHandlers } from './resources/daily-log/service.ts'
import { dailyReportExports } from './resources/daily-report/export.ts'
import { dailyReportRecords } from './resources/daily-report/names.ts'
import { dailyReportHandlers } from './resources/daily-report/service.ts'
import { dataExportHandlers } from './resources/data-export/service.ts'
import { dataHealthHandlers } from './resources/data-health/service.ts'
import { digestHandlers } from './resources/digest/service.ts'
import { drillDownExports, drillDownHandlers } from './resources/drill-down/service.ts'
import { importExports, importHandlers } from './resources/file-import/service.ts'
import { healthcareTypeHandlers } from './resources/healthcare-type/service.ts'
import { imageHandlers } from './resources/image/service.ts'
import { leanBodyHandlers } from './resources/lean-body/service.ts'
import { mailHandlers } from './resources/mail/service.ts'
import { mailConsentHandlers } from './resources/mail-consent/service.ts'
import { mailLogExports } from './resources/mail-log/export.ts'
import { mailLogHandlers } from './resources/mail-log/service.ts'
import { mailStepHandlers } from './resources/mail-step/service.ts'
import { mailTemplateHandlers } from './resources/mail-template/service.ts'
import { memberRecords } from './resources/member/names.ts'
import { memberExports, memberHandlers } from './resources/member/service.ts'
import { missingMemberHandlers } from './resources/missing-member/service.ts'
import { outreachHandlers } from './resources/outreach/service.ts'
import { policyHandlers } from './resources/policy/service.ts'
import { reconciliationHandlers } from './resources/reconciliation/service.ts'
import { reportExports, reportHandlers } from './resources/report/service.ts'
import { reportActionExports } from './resources/report-action/export.ts'
import { reportActionRecords } from './resources/report-action/names.ts'
import { reportActionHandlers } from './resources/report-action/service.ts'
import { rightsHandlers } from './resources/rights/service.ts'
import { savedViewRecords } from './resources/saved-view/names.ts'
import { savedViewHandlers } from './resources/saved-view/service.ts'
import { searchHandlers } from './resources/search/service.ts'
import { secondFactorHandlers } from './resources/second-factor/service.ts'
import { sessionHandlers } from './resources/session/service.ts'
import { shopRecords } from './resources/shop/names.ts'
import { shopHandlers } from './resources/shop/service.ts'
import { shopCostExports, shopCostHandlers } from './resources/shop-cost/service.ts'
import { shopPlanRecords } from './resources/shop-plan/names.ts'
import { shopPlanHandlers } from './resources/shop-plan/service.ts'
import { shopReservationExports, shopReservationHandlers } from './resources/shop-reservation/service.ts'
import { shopStaffHandlers } from './resources/shop-staff/service.ts'
import { shopTargetHandlers } from './resources/shop-target/service.ts'
import { shopTicketHandlers } from './resources/shop-ticket/service.ts'
import { staffByFile } from './resources/staff/by-file.ts'
import { staffRecords } from './resources/staff/names.ts'
import { staffHandlers } from './resources/staff/service.ts'
import { todayHandlers } from './resources/today/service.ts'
import { userHandlers } from './resources/user/service.ts'
import type { Storage } from './storage/storage.ts'
import type { ClubSystemDriver } from './sync/driver.ts'

interface NounServices {
  identity: Identity
  passwords: Passwords
  storage: Storage
  jobs: Jobs
  sealing: Sealing
  /** The club system's side. */
  driver: ClubSystemDriver
  config: Pick<Config, 'requiresSecondFactor' | 'mailEventKey' | 'environment' | 'appUrl'>
  log: Log
}

type Contract = typeof contract
/** What each noun of the contract gives. */
type Nouns = { [R in keyof Contract]: Verbs<Contract[R]> & { records: Records | null } }

/** What the steps of an import do, by what its file has rows of. */
export const importKindsOf = (jobs: Jobs): Kinds => ({
  ...kindsOfRows,
  staff: staffByFile({ jobs, note: appendAudit }),
})

/** Every noun: its verbs, its CSV files, and its records by name for palette and log. A missing one does not compile. */
export function nounsOf(services: NounServices): Nouns {
  const { identity, passwords, storage, jobs, sealing, driver, config, log } = services
  const shops = shopHandlers(storage)
  const nouns = {
    auth: { handlers: authHandlers({ identity, passwords, jobs, config }), records: null },
    session: { handlers: sessionHandlers, records: null },
    secondFactor: { handlers: secondFactorHandlers(passwords, config), records: null },
    user: { handlers: userHandlers(storage, passwords, jobs), records: null },
    rights: { handlers: rightsHandlers, records: null },
    apiDocs: { handlers: apiDocsHandlers, records: null },
    member: { handlers: memberHandlers(jobs), exports: memberExports, records: memberRecords },
    staff: { handlers: staffHandlers(passwords, storage, jobs), records: staffRecords },
    shopStaff: { handlers: shopStaffHandlers, records: null },
    shop: { handlers: shops, records: shopRecords },
    shopPlan: { handlers: shopPlanHandlers(jobs), records: shopPlanRecords },
    shopReservation: { handlers: shopReservationHandlers, exports: shopReservationExports, records: null },
    shopTicket: { handlers: shopTicketHandlers, records: null },
    report: { handlers: reportHandlers, exports: reportExports, records: null },
    drillDown: { handlers: drillDownHandlers, exports: drillDownExports, records: null },
    digest: { handlers: digestHandlers(jobs), records: null },
    dailyReport: { handlers: dailyReportHandlers(storage), exports: dailyReportExports, records: dailyReportRecords },
    reportAction: { handlers: reportActionHandlers, exports: reportActionExports, records: reportActionRecords },
    announcement: { handlers: announcementHandlers(storage), records: announcementRecords },
    shopCost: {
      handlers: shopCostHandlers,
      exports: shopCostExports,
      records: { nameOf: namesIn(shopCost.id, shopCost.month) },
    },
    shopTarget: { handlers: shopTargetHandlers, records: { nameOf: namesIn(shopTarget.id, shopTarget.month) } },
    clubEvent: { handlers: clubEventHandlers, records: { nameOf: namesIn(clubEvent.id, clubEvent.title) } },
    column: { handlers: columnHandlers(storage), records: columnRecords },
    policy: { handlers: policyHandlers, records: { nameOf: namesIn(policy.id, policy.edition, sql`${policy.type}`) } },
    club: { handlers: clubHandlers, records: null },
    clubSystem: {
      handlers: clubSystemHandlers({ driver, sealing, jobs, appUrl: config.appUrl, createShop: shops.create }),
      records: null,
    },
    missingMember: { handlers: missingMemberHandlers, records: null },
    outreach: { handlers: outreachHandlers, records: null },
    chosenValue: { handlers: chosenValueHandlers(jobs), records: null },
    reconciliation: { handlers: reconciliationHandlers, records: null },
    dataHealth: { handlers: dataHealthHandlers(jobs), records: null },
    leanBody: {
      handlers: leanBodyHandlers,
      records: { nameOf: namesIn(leanBodyContent.id, leanBodyContent.title) },
    },
    activity: { handlers: activityHandlers, records: null },
    dailyLog: {
      handlers: dailyLogHandlers({ sealing, jobs, log }),
      exports: dailyLogExports({ sealing, jobs, log }),
      records: null,
    },
    healthcareType: { handlers: healthcareTypeHandlers, records: null },
    savedView: { handlers: savedViewHandlers, records: savedViewRecords },
    mailTemplate: {
      handlers: mailTemplateHandlers(storage),
      records: { nameOf: namesIn(mailTemplate.id, mailTemplate.name) },
    },
    mail: { handlers: mailHandlers(jobs, storage, config), records: null },
    mailConsent: { handlers: mailConsentHandlers(jobs), records: null },
    mailLog: {
      handlers: mailLogHandlers,
      exports: mailLogExports,
      records: { nameOf: namesIn(mail.id, mail.subject) },
    },
    mailStep: { handlers: mailStepHandlers, records: { nameOf: namesIn(mailStep.id, mailStep.name) } },
    image: { handlers: imageHandlers(storage), records: null },
    dataExport: { handlers: dataExportHandlers({ sealing, jobs }), records: null },
    fileImport: {
      handlers: importHandlers({ kinds: importKindsOf(jobs), sealing, jobs }),
      exports: importExports(sealing),
      records: { nameOf: namesIn(importFile.id, importFile.name) },
    },
  }
  // In rows of older releases the conditions of a list were `segment`, with the ids that they still have.
  const nounsOfLog = { ...nouns, segment: nouns.savedView }
  return {
    ...nouns,
    today: { handlers: todayHandlers(nouns), records: null },
    search: { handlers: searchHandlers(nouns), records: null },
    audit: { handlers: auditHandlers(nounsOfLog), exports: auditExports(nounsOfLog), records: null },
  }
}
