import type { Landing, MonthlyStats } from '#contract/report.ts'

/** A figure of a running month that its last days change. */
export interface Coming {
  /** With what is known to come: 届出を含む, 予定を含む. */
  known: number
  /** 着地見込; without a forecast what is known. */
  value: number
  isForecast: boolean
}

/** What a month, or a shop's, says of the days to come. */
export interface Ahead {
  scheduled: Pick<MonthlyStats['scheduled'], 'admissions' | 'withdrawals'>
  landing: Pick<Landing, 'withdrawals' | 'closing'> | null
}

const comingOf = (known: number, forecast: number | undefined): Coming => ({
  known,
  value: forecast ?? known,
  isForecast: forecast !== undefined,
})

/** 退会 at the end of a running month; null where they are not known. */
export const comingWithdrawals = (withdrawals: number | null, { scheduled, landing }: Ahead): Coming | null =>
  withdrawals === null || scheduled.withdrawals === null
    ? null
    : comingOf(withdrawals + scheduled.withdrawals, landing?.withdrawals)

/** 在籍 at the end of a running month; null where it is not known. */
export const comingClosing = (closing: number | null, { scheduled, landing }: Ahead): Coming | null =>
  closing === null || scheduled.withdrawals === null
    ? null
    : comingOf(closing + (scheduled.admissions ?? 0) - scheduled.withdrawals, landing?.closing)

/** A running month of a shop or of all, with its days to come. */
export interface Running extends Ahead {
  opening: number | null
  withdrawals: number | null
  closing: number | null
}

/** The figures that its last day changes, as they will be at its end; null where they are not known. */
export const atMonthEnd = {
  withdrawals: (month: Running) => comingWithdrawals(month.withdrawals, month)?.value ?? null,
  churnRate: (month: Running) => {
    const coming = comingWithdrawals(month.withdrawals, month)
    return coming && month.opening ? coming.value / month.opening : null
  },
  closingMembers: (month: Running) => comingClosing(month.closing, month)?.value ?? null,
  netGrowth: (month: Running) => {
    const coming = comingClosing(month.closing, month)
    return coming && month.opening !== null ? coming.value - month.opening : null
  },
}
