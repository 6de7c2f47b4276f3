// The figures that can be opened into the rows behind them.

/** Figures made of people. */
export const memberFigures = [
  'openingMembers',
  'admissions',
  'readmissions',
  'transferIn',
  'withdrawals',
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
] as const
export type MemberFigure = (typeof memberFigures)[number]

/** Scheduled figures: already known for the days after the data date. */
export const scheduledFigures = [
  'scheduledAdmissions',
  'scheduledWithdrawals',
  'scheduledSuspensions',
] as const satisfies MemberFigure[]

/** Of the cohort that joined N months before; they need `months`. */
export const retentionFigures = ['retentionJoined', 'retentionKept'] as const satisfies MemberFigure[]

/** Figures made of money. */
export const saleFigures = ['netSales', 'gross', 'refund', 'unpaid'] as const
export type SaleFigure = (typeof saleFigures)[number]

/** Figures made of bookings. */
export const reservationFigures = ['booked', 'attended', 'noShow', 'lateCancel', 'cancelled'] as const
export type ReservationFigure = (typeof reservationFigures)[number]

/** Figures made of classes; 予約枠稼働率 and 実出席率 are counted from the same. */
export const slotFigures = ['slots', 'capacity'] as const
export type SlotFigure = (typeof slotFigures)[number]

/** Figures made of tours and trials. */
export const leadFigures = ['tours', 'trials', 'trialsJoined'] as const
export type LeadFigure = (typeof leadFigures)[number]
