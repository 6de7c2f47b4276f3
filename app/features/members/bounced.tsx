import { useState } from 'react'
import type { Member } from '#contract/member.ts'
import { useCan } from '~/auth/session'
import { Modal } from '~/components/dialogs/modal'
import { CharacterCount } from '~/components/fields/text-field'
import { Button } from '~/components/ui/button'
import { Chip } from '~/components/ui/chip'
import { inputClass } from '~/components/ui/input-class'
import { notifyRefusal, useServerMutation } from '~/data/mutation'
import { liftBounce } from '~/functions/mail'
import { formatDateTime } from '~/lib/dates'
import { cn } from '~/lib/utils'

/** That mails no longer reach the address, and for head office the way to try it again. */
export function Bounced({ member: { id, mailAddress, mailBounce, isUnreachable } }: { member: Member }) {
  const can = useCan()
  const [isOpen, setIsOpen] = useState(false)
  if (isUnreachable) {
    return (
      <span className="mt-1 block">
        <Chip tone="warning">送れません</Chip>
      </span>
    )
  }
  if (!mailBounce) return null
  const { at, detail, isComplaint } = mailBounce
  return (
    <span className="mt-1 block">
      <span className="flex flex-wrap items-center gap-2">
        <Chip tone="warning">{isComplaint ? '迷惑メールの申告' : '不達'}</Chip>
        {!isComplaint && can('mailBounce.lift') && (
          <Button variant="outline" onClick={() => setIsOpen(true)} className="print:hidden">
            不達を解除する
          </Button>
        )}
      </span>
      <span className="figures mt-1 block text-xs text-muted-foreground">
        {formatDateTime(at)}から、このアドレスにはメールを送信していません。
      </span>
      <span className="block text-xs text-muted-foreground wrap-anywhere">{detail}</span>
      {isOpen && <LiftBounce userId={id} email={mailAddress ?? ''} onClose={() => setIsOpen(false)} />}
    </span>
  )
}

const most = 200

function LiftBounce({ userId, email, onClose }: { userId: string; email: string; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [isRefused, setIsRefused] = useState(false)
  const lift = useServerMutation(liftBounce, { invalidates: ['member', 'mail'], done: '不達を解除しました。' })
  const fault =
    reason.trim() === ''
      ? '理由を入力してください。'
      : reason.length > most
        ? `理由は${most}文字以内で入力してください。`
        : undefined
  const send = async () => {
    if (fault) return setIsRefused(true)
    if (lift.isPending) return
    try {
      await lift.mutateAsync({ data: { userId, reason: reason.trim() } })
    } catch (error) {
      notifyRefusal(error)
    }
    onClose()
  }
  return (
    <Modal
      title="不達を解除する"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" size="lg" onClick={onClose}>
            キャンセル
          </Button>
          <Button size="lg" onClick={() => void send()}>
            解除する
          </Button>
        </>
      }
    >
      <p className="text-sm">
        次のメールから、{email}
        にもう一度送信します。届かなければ、再び不達になります。会員本人による配信停止は解除されません。
      </p>
      <label className="mt-4 block text-sm font-medium" htmlFor="lift-reason">
        理由
      </label>
      <textarea
        id="lift-reason"
        // biome-ignore lint/a11y/noAutofocus: the dialog asks for nothing else
        autoFocus
        rows={3}
        value={reason}
        aria-invalid={isRefused && fault ? true : undefined}
        aria-describedby={isRefused && fault ? 'lift-error' : undefined}
        onChange={({ target }) => setReason(target.value)}
        className={cn(inputClass, 'mt-1.5 py-2')}
      />
      <div className="mt-1 flex justify-between gap-4 text-xs text-muted-foreground">
        <span id="lift-error" role="alert" className="text-sm text-bad">
          {isRefused && fault}
        </span>
        <CharacterCount count={reason.length} max={most} />
      </div>
      <p className="mt-2 text-xs text-muted-foreground">理由は操作履歴に記録されます。</p>
    </Modal>
  )
}
