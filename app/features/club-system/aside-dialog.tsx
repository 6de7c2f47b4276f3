import { type FormEvent, useId, useRef, useState } from 'react'
import type { UnreadRow } from '#contract/club-sync.ts'
import { isApiError } from '#contract/errors.ts'
import { Modal } from '~/components/dialogs/modal'
import { InputError } from '~/components/fields/password-field'
import { Button } from '~/components/ui/button'
import { inputClass } from '~/components/ui/input-class'
import { Spinner } from '~/components/ui/spinner'
import { useServerMutation } from '~/data/mutation'
import { setUnreadRowAside } from '~/functions/club-system'
import { keepConversion } from '~/lib/composing'
import { cn } from '~/lib/utils'
import { titleOf } from './unread-row'

/** Why nothing is to be done about a row that cannot be read. */
export function AsideDialog({ row, onClose }: { row: UnreadRow; onClose: () => void }) {
  const id = useId()
  const reason = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string>()
  const save = useServerMutation(setUnreadRowAside, {
    invalidates: ['clubSystem.unread', 'today', 'report'],
    done: '対応不要にしました。',
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const given = reason.current?.value.trim() ?? ''
    setFault(given === '' ? '理由を入力してください。' : undefined)
    if (given === '') return reason.current?.focus()
    try {
      await save.mutateAsync({ data: { id: row.id, reason: given } })
      onClose()
    } catch (error) {
      if (isApiError(error) && error.fields) {
        setFault(error.fields.reason)
        reason.current?.focus()
      }
    }
  }
  return (
    <Modal
      title="対応不要にする"
      onClose={onClose}
      className="max-w-lg"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            キャンセル
          </Button>
          <Button type="submit" form={id} aria-disabled={save.isPending || undefined}>
            {save.isPending && <Spinner className="size-4" />}
            対応不要にする
          </Button>
        </>
      }
    >
      <form
        id={id}
        method="post"
        noValidate
        onKeyDown={keepConversion}
        onSubmit={(event) => void submit(event)}
        className="space-y-4 text-sm"
      >
        <p className="font-medium wrap-anywhere">
          {titleOf(row)}: {row.reason}
        </p>
        <p>
          この行は集計に入らないままです。「含まない」の件数と今日の対応には数えません。理由は操作履歴に残り、いつでも取り消せます。会員管理システムで直された行は、自動で反映します。
        </p>
        <div>
          <label htmlFor={`${id}-reason`} className="font-medium">
            理由
          </label>
          <input
            ref={reason}
            id={`${id}-reason`}
            maxLength={200}
            required
            autoComplete="off"
            aria-invalid={fault ? true : undefined}
            aria-describedby={fault && `${id}-fault`}
            className={cn(inputClass, 'mt-1')}
          />
          <InputError id={`${id}-fault`}>{fault}</InputError>
        </div>
      </form>
    </Modal>
  )
}
