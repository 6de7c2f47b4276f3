import type { Permission } from './permissions.ts'
import type { ViewedScreen } from './words/saved-view.ts'

interface ViewRights {
  read: readonly Permission[]
  /** Required in addition to share, replace and delete them. */
  share: Permission
}
const ofReports: ViewRights = { read: ['report.analysis'], share: 'view.share' }
const ofMoneyReports: ViewRights = { read: ['report.analysis', 'report.money'], share: 'view.share' }

/** The rights that the shared views of each list and report require. */
export const viewRights: Readonly<Record<ViewedScreen, ViewRights>> = {
  members: { read: ['member.read'], share: 'member.export' },
  ltv: ofMoneyReports,
  admission: ofReports,
  firstDays: ofReports,
  sales: ofMoneyReports,
  productSales: ofMoneyReports,
  dues: ofMoneyReports,
  memberPlan: ofReports,
  feeRetention: ofMoneyReports,
  shopComparison: ofReports,
  changesInVisits: ofReports,
  lessons: ofReports,
  profit: { read: ['cost.read'], share: 'view.share' },
  campaigns: { read: ['cost.read'], share: 'view.share' },
}
