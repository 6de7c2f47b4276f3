import { Link } from '@tanstack/react-router'
import { senderMissing } from '#contract/words/mail.ts'

interface SenderNoticeProps {
  isMissing: boolean
  mayEdit: boolean
}

/** Says that no advertising can be sent yet, and where that changes; nothing while 会社情報 is complete. */
export function SenderNotice({ isMissing, mayEdit }: SenderNoticeProps) {
  if (!isMissing) return null
  return (
    <p role="status" className="rounded-md bg-warning-surface px-4 py-2.5 text-sm text-warning">
      {senderMissing}
      {mayEdit ? (
        <Link to="/other-settings/club" className="ml-1 font-medium underline underline-offset-4">
          会社情報を登録する
        </Link>
      ) : (
        '本部に登録を依頼してください。'
      )}
    </p>
  )
}
