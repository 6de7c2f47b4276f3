import { useId, useState } from 'react'
import { leftOnEarly, leftOnMissing, type StaffRecord } from '#contract/staff.ts'
import { ConfirmDialog } from '~/components/dialogs/confirm-dialog'
import { notifyRefusal, rehearsal, useServerMutation } from '~/data/mutation'
import { updateStaff } from '~/functions/staff-record'
import { todayInTokyo } from '~/lib/dates'

/** Retires a staff member from a date; explains the immediate effect. */
export function RetireDialog({ staff, onClose }: { staff: StaffRecord; onClose: () => void }) {
  const id = useId()
  const today = todayInTokyo()
  const [leftOn, setLeftOn] = useState(today)
  const [error, setError] = useState<string>()
  const change = useServerMutation(updateStaff, { invalidates: ['staff'], done: 'スタッフ情報を更新しました。' })
  const send = (leftOn: string, call?: typeof rehearsal) =>
    change.mutateAsync({ data: { id: staff.id, version: staff.version, status: 'cancel', leftOn }, ...call })
  // Whether they may retire at all; the day has a field of its own.
  const check = () => send(staff.joinedOn !== null && today < staff.joinedOn ? staff.joinedOn : today, rehearsal)
  const retire = async () => {
    const isEarly = staff.joinedOn !== null && leftOn < staff.joinedOn
    const wrong = leftOn === '' ? leftOnMissing : isEarly ? leftOnEarly : undefined
    setError(wrong)
    if (wrong) return
    await send(leftOn).catch(notifyRefusal)
    onClose()
  }
  return (
    <ConfirmDialog check={check} title="スタッフを退職済に変更" destructive onYes={retire} onNo={onClose}>
      <p className="font-medium">「{staff.displayName}」</p>
      <p className="mt-2">
        ログイン中の端末からすぐにログアウトされ、以後はログインできません。これまでの記録は残ります。
      </p>
      <label htmlFor={id} className="mt-4 mb-1.5 block text-sm font-medium">
        退職日
      </label>
      <input
        id={id}
        type="date"
        value={leftOn}
        onChange={(event) => setLeftOn(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
        className="h-10 rounded-md border border-input bg-card px-3 text-base aria-invalid:border-bad sm:text-sm"
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm text-bad">
          {error}
        </p>
      )}
    </ConfirmDialog>
  )
}
