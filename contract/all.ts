import { activity } from './activity.ts'
import { announcement } from './announcement.ts'
import { apiDocs } from './api-docs.ts'
import { audit } from './audit.ts'
import { auth } from './auth.ts'
import { chosenValue } from './chosen-value.ts'
import { club } from './club.ts'
import { clubEvent } from './club-event.ts'
import { clubSystem } from './club-system.ts'
import { column } from './column.ts'
import { dailyLog, healthcareType } from './daily-log.ts'
import { dailyReport } from './daily-report.ts'
import { dataExport } from './data-export.ts'
import { dataHealth } from './data-health.ts'
import { digest } from './digest.ts'
import { drillDown } from './drill-down.ts'
import type { Endpoint, Endpoints } from './endpoint.ts'
import { fileImport } from './file-import.ts'
import { image } from './image.ts'
import { leanBody } from './lean-body.ts'
import { mail, mailLog } from './mail.ts'
import { mailConsent } from './mail-consent.ts'
import { mailStep } from './mail-step.ts'
import { mailTemplate } from './mail-template.ts'
import { member } from './member.ts'
import { missingMember } from './missing-member.ts'
import { outreach } from './outreach.ts'
import { policy } from './policy.ts'
import { reconciliation } from './reconciliation.ts'
import { report } from './report.ts'
import { reportAction } from './report-action.ts'
import { rights } from './rights.ts'
import { savedView } from './saved-view.ts'
import { search } from './search.ts'
import { secondFactor } from './second-factor.ts'
import { session } from './session.ts'
import { shop } from './shop.ts'
import { shopCost } from './shop-cost.ts'
import { shopPlan } from './shop-plan.ts'
import { shopReservation } from './shop-reservation.ts'
import { shopStaff } from './shop-staff.ts'
import { shopTarget } from './shop-target.ts'
import { shopTicket } from './shop-ticket.ts'
import { staff } from './staff.ts'
import { today } from './today.ts'
import { user } from './user.ts'

/** The whole contract, one noun per line; paths follow the specification. */
export const contract = {
  auth,
  session,
  secondFactor,
  user,
  rights,
  member,
  staff,
  shopStaff,
  shop,
  shopPlan,
  shopReservation,
  shopTicket,
  today,
  report,
  drillDown,
  digest,
  dailyReport,
  reportAction,
  announcement,
  clubEvent,
  shopCost,
  shopTarget,
  column,
  policy,
  club,
  clubSystem,
  missingMember,
  outreach,
  chosenValue,
  reconciliation,
  dataHealth,
  leanBody,
  activity,
  dailyLog,
  healthcareType,
  savedView,
  mailTemplate,
  mail,
  mailConsent,
  mailLog,
  mailStep,
  image,
  fileImport,
  dataExport,
  search,
  audit,
  apiDocs,
} as const satisfies Record<string, Endpoints>

/** Every endpoint with its name. */
export const endpoints: [name: string, endpoint: Endpoint][] = Object.entries(contract).flatMap(([resource, table]) =>
  Object.entries(table as Endpoints).map(([verb, endpoint]): [string, Endpoint] => [`${resource}.${verb}`, endpoint]),
)
