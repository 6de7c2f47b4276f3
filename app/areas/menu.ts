import type { MenuGroup, RecordAreas } from '~/frame/area'
import { announcements } from './announcements'
import { auditLog } from './audit-log'
import { club } from './club'
import { clubSystem } from './club-system'
import { columns } from './columns'
import { dailyReports } from './daily-reports'
import { dashboard } from './dashboard'
import { dataHealth } from './data-health'
import { events } from './events'
import { imports } from './imports'
import { leanBodyContents } from './lean-body'
import { mailLogs } from './mail-logs'
import { mailNew } from './mail-new'
import { mailSteps } from './mail-steps'
import { mailTemplates } from './mail-templates'
import { memberActivities } from './member-activities'
import { memberDailyLogs } from './member-daily-logs'
import { members, savedViews } from './members'
import { plansAndTickets } from './plans-and-tickets'
import { policies, privacyPolicy, userPolicies } from './policies'
import { reportActions } from './report-actions'
import { reservations } from './reservations'
import { shops } from './shops'
import { staffs } from './staffs'
import { statistics } from './statistics'

/** Each area in the specification's groups and order. */
export const menu: MenuGroup[] = [
  { label: '概況', entries: [dashboard, statistics] },
  { label: '会員・店舗', entries: [members, memberDailyLogs, shops, plansAndTickets, reservations] },
  { label: 'LEAN BODY', entries: [leanBodyContents, memberActivities] },
  { label: '運営', entries: [dailyReports, staffs] },
  { label: 'メール', entries: [mailNew, mailTemplates, mailSteps, mailLogs] },
  {
    label: 'その他の設定',
    path: '/other-settings',
    entries: [columns, announcements, userPolicies, privacyPolicy, club, clubSystem, imports, dataHealth, auditLog],
  },
]

export const recordAreas: RecordAreas = {
  announcement: announcements,
  clubEvent: events,
  column: columns,
  dailyReport: dailyReports,
  fileImport: imports,
  leanBody: leanBodyContents,
  mailLog: mailLogs,
  mailStep: mailSteps,
  mailTemplate: mailTemplates,
  member: members,
  policy: policies,
  reportAction: reportActions,
  savedView: savedViews,
  segment: savedViews,
  shop: shops,
  shopPlan: plansAndTickets,
  staff: staffs,
}
