import type { StaffRecord } from '#contract/staff.ts'

/** A changed right, shop or address voids the link of an invitation that is on its way. */
export const withInvitation = (done: string, before: Pick<StaffRecord, 'invitation'>, isVoid = true) =>
  before.invitation === 'sent' && isVoid
    ? `${done}招待のリンクは無効になりました。「招待を送り直す」から送り直してください。`
    : done
