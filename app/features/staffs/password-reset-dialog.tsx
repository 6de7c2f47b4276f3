import type { StaffRecord } from '#contract/staff.ts'
import { ConfirmDialog } from '~/components/dialogs/confirm-dialog'
import { rehearsal, useServerMutation } from '~/data/mutation'
import { sendPasswordReset } from '~/functions/staff-record'

/** Sends a link by which a staff member sets a new password. */
export function PasswordResetDialog({ staff, onClose }: { staff: StaffRecord; onClose: () => void }) {
  const sending = useServerMutation(sendPasswordReset, { invalidates: ['staff'], done: ({ message }) => message })
  const data = { staffId: staff.id }
  const run = async () => {
    await sending.mutateAsync({ data })
    onClose()
  }
  return (
    <ConfirmDialog
      check={() => sending.mutateAsync({ data, ...rehearsal })}
      title="パスワードを再設定するリンクを送信"
      yes="送信する"
      no="キャンセル"
      onYes={run}
      onNo={onClose}
    >
      <p className="font-medium wrap-anywhere">
        「{staff.displayName}」（{staff.user.email}）
      </p>
      <p className="mt-2">
        本人がリンクを開いて新しいパスワードを設定すると、ログイン中の端末からログアウトされます。リンクは24時間、1度だけ使えます。設定されるまで、今のパスワードは変わりません。
      </p>
    </ConfirmDialog>
  )
}
