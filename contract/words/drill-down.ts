// The figures with a drill-down.

/** Figures of people. */
export const memberFigures = [
  'openingMembers',
  'admissions',
  'readmissions',
  'transferIn',
  'withdrawals',
  'knownWithdrawals',
  'transferOut',
  'netGrowth',
  'withdrawalRequests',
  'closingMembers',
  'suspendedMembers',
  'operatingMembers',
  'visitCount',
  'visitDays',
  'uniqueVisitors',
  'zeroVisitors',
  'scheduledAdmissions',
  'scheduledWithdrawals',
  'scheduledSuspensions',
  'retentionJoined',
  'retentionKept',
  'retentionLost',
] as const
export type MemberFigure = (typeof memberFigures)[number]

/** Scheduled figures: already known for the days after the data date. */
export const scheduledFigures = [
  'scheduledAdmissions',
  'scheduledWithdrawals',
  'scheduledSuspensions',
] as const satisfies MemberFigure[]

/** For the cohort that joined N months before; they need `months`. */
export const retentionFigures = ['retentionJoined', 'retentionKept', 'retentionLost'] as const satisfies MemberFigure[]

/** Figures whose rows are filtered by the groups of 「なぜ」. */
export const groupedFigures = [
  'admissions',
  'withdrawals',
  'knownWithdrawals',
  'netGrowth',
  'closingMembers',
] as const satisfies MemberFigure[]

/** Figures of money. */
export const saleFigures = ['netSales', 'gross', 'refund', 'unpaid'] as const
export type SaleFigure = (typeof saleFigures)[number]

/** Figures of bookings. */
export const reservationFigures = ['booked', 'attended', 'noShow', 'lateCancel', 'cancelled'] as const
export type ReservationFigure = (typeof reservationFigures)[number]

/** Figures of classes; 予約枠稼働率 and 実出席率 are computed from the same. */
export const slotFigures = ['slots', 'capacity'] as const
export type SlotFigure = (typeof slotFigures)[number]

/** Figures of tours and trials. */
export const leadFigures = ['tours', 'trials', 'trialsJoined'] as const
export type LeadFigure = (typeof leadFigures)[number]

// Detail columns of a figure's rows besides the person: those of the screen and the CSV, in order, and also the sort
// keys.

/** For people; `name` and `memberNo` come before them. */
const memberColumnKeys = [
  'shop',
  'date',
  'movement',
  'growth',
  'otherShop',
  'cancelReason',
  'plan',
  'joinRoute',
  'tenure',
  'endsOn',
  'visitDays',
  'visits',
] as const
export type MemberColumn = (typeof memberColumnKeys)[number]

const shop = '店舗'
const plan = 'プラン'
const present = { shop, plan }
const cancelled = { shop, date: '退会日', cancelReason: '退会理由', plan, tenure: '在籍期間' }
const cohort = { shop, date: '入会日', endsOn: '退会日' }
const suspended = { shop, plan, date: '休会開始日', endsOn: '休会終了日' }
const visited = { shop, visitDays: '来館日数', visits: '来館数' }

/** Each figure's columns with their titles. */
export const memberColumns: Record<MemberFigure, Partial<Record<MemberColumn, string>>> = {
  openingMembers: present,
  closingMembers: present,
  operatingMembers: present,
  zeroVisitors: present,
  suspendedMembers: suspended,
  scheduledSuspensions: suspended,
  admissions: { shop, date: '入会日', plan, joinRoute: '入会経路' },
  readmissions: { shop, date: '復会日', plan, joinRoute: '入会経路' },
  scheduledAdmissions: { shop, date: '開始日', plan, joinRoute: '入会経路' },
  withdrawals: cancelled,
  knownWithdrawals: cancelled,
  scheduledWithdrawals: cancelled,
  withdrawalRequests: { shop, date: '申請日', cancelReason: '退会理由', plan, endsOn: '契約の最終日' },
  transferIn: { shop, date: '転入日', otherShop: '転入元', plan },
  transferOut: { shop, date: '転出日', otherShop: '転出先', plan },
  netGrowth: { shop, date: '日付', movement: '内容', growth: '増減' },
  retentionJoined: cohort,
  retentionKept: cohort,
  retentionLost: cohort,
  visitCount: visited,
  visitDays: visited,
  uniqueVisitors: visited,
}

/** The columns of a figure of people; the visits of a single day are listed one by one elsewhere. */
export function memberColumnsOf(figure: MemberFigure, isDay: boolean): [MemberColumn, string][] {
  const columns = Object.entries(memberColumns[figure]) as [MemberColumn, string][]
  return columns.filter(([column]) => !isDay || (column !== 'visits' && column !== 'visitDays'))
}

/** The sort keys of rows; a figure's own order is by day, or by name without one. */
export const figureSortKeys = {
  members: ['name', 'memberNo', ...memberColumnKeys],
  visits: ['at', 'name', 'shop'],
  sales: ['date', 'name', 'shop', 'category', 'product', 'quantity', 'amount'],
  reservations: ['startAt', 'program', 'name', 'status', 'isTrial', 'shop'],
  slots: ['startAt', 'program', 'shop', 'capacity', 'seatsUsed', 'seatsAttended'],
  leads: ['date', 'kind', 'name', 'shop', 'joinedOn'],
} as const

/** For a sale, the label of its day. */
export const saleDays: Record<SaleFigure, string> = {
  netSales: '精算日',
  gross: '精算日',
  refund: '返金日',
  unpaid: '請求日',
}
