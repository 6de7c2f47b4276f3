import { type FormEvent, useId, useRef, useState } from 'react'
import { isApiError } from '#contract/errors.ts'
import { Modal } from '~/components/dialogs/modal'
import { ConfirmingCode } from '~/components/second-factor/confirming-code'
import { Button } from '~/components/ui/button'
import { Spinner } from '~/components/ui/spinner'
import { useServerMutation } from '~/data/mutation'
import { disconnectClubSystem } from '~/functions/club-system'
import { keepConversion } from '~/lib/composing'

/** Says what stays, and is confirmed with a code. */
export default function DisconnectDialog({ brandCode, onClose }: { brandCode: string; onClose: () => void }) {
  const id = useId()
  const code = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string>()
  const leave = useServerMutation(disconnectClubSystem, {
    invalidates: ['clubSystem'],
    done: '会員管理システムとの接続を解除しました。',
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (leave.isPending) return
    const given = code.current?.value.trim() ?? ''
    setFault(given === '' ? '認証コードを入力してください。' : undefined)
    if (given === '') return code.current?.focus()
    try {
      await leave.mutateAsync({ data: { code: given } })
      onClose()
    } catch (error) {
      if (isApiError(error) && error.fields) {
        setFault(error.fields.code)
        code.current?.focus()
      }
    }
  }
  return (
    <Modal
      title="接続を解除"
      onClose={onClose}
      className="max-w-lg"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            キャンセル
          </Button>
          <Button variant="destructive" type="submit" form={id} aria-disabled={leave.isPending || undefined}>
            {leave.isPending && <Spinner className="size-4" />}
            解除する
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
        <p className="font-medium">「{brandCode}」</p>
        <p>
          登録されているデータと、対応付けの回答は残ります。消えるのは、会員管理システムから受け取った許可だけです。もう一度接続すると、続きから使えます。
        </p>
        <ConfirmingCode input={code} error={fault} onSwitch={() => setFault(undefined)} />
      </form>
    </Modal>
  )
}
