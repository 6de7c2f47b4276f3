import { useId, useState } from 'react'
import { leftOnEarly, leftOnMissing, type StaffRecord, type StaffWork } from '#contract/staff.ts'
import { ConfirmDialog } from '~/components/dialogs/confirm-dialog'
import { inputClass } from '~/components/ui/input-class'
import { NativeSelect } from '~/components/ui/native-select'
import { notifyRefusal, rehearsal, useServerMutation } from '~/data/mutation'
import { readStaffWork, retireStaff } from '~/functions/staff-record'
import { todayInTokyo } from '~/lib/dates'
import { cn } from '~/lib/utils'

/** Retires a staff member from a date, and gives what hangs on them to colleagues. */
export function RetireDialog({ staff, onClose }: { staff: StaffRecord; onClose: () => void }) {
  const id = useId()
  const today = todayInTokyo()
  const [leftOn, setLeftOn] = useState(today)
  const [error, setError] = useState<string>()
  const [work, setWork] = useState<StaffWork>()
  /** The colleague of each shop; absent: nobody takes it over. */
  const [chosen, setChosen] = useState<Record<string, string>>({})
  const retiring = useServerMutation(retireStaff, {
    invalidates: ['staff', 'member', 'reportAction'],
    done: ({ members, actions }) => `退職済に変更しました。${givenText(members, actions)}`,
  })
  const send = (leftOn: string, successors: { shopId: string; staffId: string }[], call?: typeof rehearsal) =>
    retiring.mutateAsync({ data: { id: staff.id, version: staff.version, leftOn, successors }, ...call })
  // Whether they may retire at all; the day has a field of its own.
  const check = async () => {
    await send(staff.joinedOn !== null && today < staff.joinedOn ? staff.joinedOn : today, [], rehearsal)
    setWork(await readStaffWork({ data: { id: staff.id } }))
  }
  const retire = async () => {
    const isEarly = staff.joinedOn !== null && leftOn < staff.joinedOn
    const wrong = leftOn === '' ? leftOnMissing : isEarly ? leftOnEarly : undefined
    setError(wrong)
    if (wrong) return
    const successors = Object.entries(chosen).flatMap(([shopId, staffId]) => (staffId ? [{ shopId, staffId }] : []))
    await send(leftOn, successors).catch(notifyRefusal)
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
        className={cn(inputClass, 'sm:max-w-80')}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm text-bad">
          {error}
        </p>
      )}
      {work && (
        <Successors
          shops={work.shops}
          chosen={chosen}
          onChoose={(shopId, staffId) => setChosen((before) => ({ ...before, [shopId]: staffId }))}
        />
      )}
      {work && <Rest work={work} />}
    </ConfirmDialog>
  )
}

/** 「担当会員 12名・改善アクション 3件」; empty without any. */
const countsText = (members: number, actions: number) =>
  [members > 0 && `担当会員 ${members}名`, actions > 0 && `改善アクション ${actions}件`].filter(Boolean).join('・')

function givenText(members: number, actions: number) {
  const given = countsText(members, actions)
  return given && `${given}を引き継ぎました。`
}

interface SuccessorsProps {
  shops: StaffWork['shops']
  chosen: Record<string, string>
  onChoose: (shopId: string, staffId: string) => void
}

/** Who takes over the members and actions of each shop. */
function Successors({ shops, chosen, onChoose }: SuccessorsProps) {
  const id = useId()
  if (shops.length === 0) return null
  return (
    <fieldset className="mt-5 space-y-3">
      <legend className="mb-2 text-sm font-medium">担当の引き継ぎ</legend>
      {shops.map(({ shop, members, actions, successors }) => (
        <div key={shop.id}>
          <label htmlFor={`${id}-${shop.id}`} className="mb-1.5 block text-sm">
            {shop.name}（{countsText(members, actions)}）
          </label>
          <NativeSelect
            id={`${id}-${shop.id}`}
            value={chosen[shop.id] ?? ''}
            onChange={(event) => onChoose(shop.id, event.target.value)}
            className="w-full sm:max-w-80"
          >
            <option value="">引き継がない</option>
            {successors.map((one) => (
              <option key={one.id} value={one.id}>
                {one.displayName}
              </option>
            ))}
          </NativeSelect>
        </div>
      ))}
    </fieldset>
  )
}

/** What stays, and what becomes of it. */
function Rest({ work }: { work: StaffWork }) {
  const lines = [
    work.comingReservations > 0 &&
      `今後の予約 ${work.comingReservations}件: 担当は予約を登録したシステムで変更してください。`,
    work.draftReports > 0 && `下書き・差戻しの日報 ${work.draftReports}件: 店舗のスタッフが続きを入力できます。`,
    work.submittedReports > 0 && `承認待ちの日報 ${work.submittedReports}件: そのまま承認できます。`,
    work.scheduledMails > 0 && `送信予定のメール ${work.scheduledMails}件: 予定どおり送信されます。`,
  ].filter((line) => typeof line === 'string')
  if (lines.length === 0) return null
  return (
    <ul className="mt-4 list-disc space-y-1 pl-5 text-sm text-muted-foreground">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
