import { useState } from 'react'
import { consentLinkDays, type MailConsentState } from '#contract/words/mail-consent.ts'
import { Modal } from '~/components/dialogs/modal'
import { Button } from '~/components/ui/button'
import { reasonOf, useServerMutation } from '~/data/mutation'
import { sendConsentLink } from '~/functions/mail-consent'

interface SendConsentLinkProps {
  userId: string
  state: MailConsentState | null
  onClose: () => void
}

/** Only at the member's request: after a 配信停止 no mail may ask them for consent. */
export function SendConsentLink({ userId, state, onClose }: SendConsentLinkProps) {
  const [failure, setFailure] = useState<string>()
  const link = useServerMutation(sendConsentLink, {
    invalidates: ['mailConsent'],
    done: '同意の確認メールを送信しました。',
  })
  const send = async () => {
    if (link.isPending) return
    try {
      await link.mutateAsync({ data: { userId, isRequested: true } })
      onClose()
    } catch (error) {
      setFailure(reasonOf(error))
    }
  }
  return (
    <Modal
      title="同意の確認メールを送る"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" size="lg" onClick={onClose}>
            キャンセル
          </Button>
          <Button size="lg" onClick={() => void send()}>
            申し出があったので送る
          </Button>
        </>
      }
    >
      <p className="text-sm">
        会員本人から、メールの配信を受けたいという申し出があったときだけ送れます。
        {state === 'withdrawn' && '配信停止のあとに、こちらからお願いのメールを送ることは法律で認められていません。'}
      </p>
      <p className="mt-2 text-sm">
        会員がメールのリンク（{consentLinkDays}日間有効）を開いて「同意する」を選ぶと、同意が記録されます。
      </p>
      <p className="mt-2 text-xs text-muted-foreground">申し出があったことは、操作履歴に記録されます。</p>
      <p role="alert" className="mt-2 text-sm text-bad">
        {failure}
      </p>
    </Modal>
  )
}
