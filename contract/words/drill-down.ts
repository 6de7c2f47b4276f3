// The figures that can be opened into the rows behind them.

/** Figures that people are behind. */
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

/** Of days that are still ahead: what is already known for the period after the data date. */
export const scheduledFigures = [
  'scheduledAdmissions',
  'scheduledWithdrawals',
  'scheduledSuspensions',
] as const satisfies MemberFigure[]

/** Of who joined N months before; they need `months`. */
export const retentionFigures = ['retentionJoined', 'retentionKept'] as const satisfies MemberFigure[]

/** Figures that money is behind. */
export const saleFigures = ['netSales', 'gross', 'refund', 'unpaid'] as const
export type SaleFigure = (typeof saleFigures)[number]

/** Figures that bookings are behind. */
export const reservationFigures = ['booked', 'attended', 'noShow', 'lateCancel', 'cancelled'] as const
export type ReservationFigure = (typeof reservationFigures)[number]

/** Figures that classes are behind; 予約枠稼働率 and 実出席率 are counted from the same. */
export const slotFigures = ['slots', 'capacity'] as const
export type SlotFigure = (typeof slotFigures)[number]

/** Figures that those are behind who came to look or to try. */
export const leadFigures = ['tours', 'trials', 'trialsJoined'] as const
export type LeadFigure = (typeof leadFigures)[number]
