import type { StaffRecord } from '#contract/staff.ts'
import { ConfirmDialog } from '~/components/dialogs/confirm-dialog'
import { rehearsal, useServerMutation } from '~/data/mutation'
import { resetSecondFactor } from '~/functions/staff-record'

/** Resets the second factor, for staff who lost phone and recovery codes. */
export function SecondFactorDialog({ staff, onClose }: { staff: StaffRecord; onClose: () => void }) {
  const reset = useServerMutation(resetSecondFactor, { invalidates: ['staff'], done: '2段階認証を解除しました。' })
  const run = async () => {
    await reset.mutateAsync({ data: { id: staff.id } })
    onClose()
  }
  return (
    <ConfirmDialog
      check={() => reset.mutateAsync({ data: { id: staff.id }, ...rehearsal })}
      title="2段階認証を解除"
      yes="解除する"
      no="キャンセル"
      destructive
      onYes={run}
      onNo={onClose}
    >
      <p className="font-medium">「{staff.displayName}」</p>
      <p className="mt-2">
        次のログインから、認証コードなしでログインできます。本人からの依頼であることを、電話などで確かめてください。
      </p>
    </ConfirmDialog>
  )
}
