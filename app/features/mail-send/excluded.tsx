import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MailPerson } from '#contract/mail.ts'
import { type ExclusionReason, exclusionReasons } from '#contract/words/mail.ts'
import { Modal } from '~/components/dialogs/modal'
import { TabPages } from '~/components/record/tab-pages'
import { TabState } from '~/components/record/tab-state'
import { Button } from '~/components/ui/button'
import { PersonText } from './person'
import { type PreviewParams, peoplePage, previewQuery } from './queries'

const why: Record<ExclusionReason, string> = {
  removed: 'この画面で、宛先から手動で除外した会員です。',
  noAddress: 'メールアドレスが登録されていない会員です。',
  dummyAddress: 'ダミーのメールアドレスだけが登録されていて、代表のアドレスもない会員です。',
  bounced: '以前のメールが届かなかったアドレスの会員です。',
  noConsent: 'メールの配信に同意していない会員です。業務連絡のほかは、同意のない会員には送信できません。',
  cancelled: '退会した会員です。配信のお願いは、会員だけに送信します。',
  answered:
    '配信に同意するかどうかの回答がすでにある会員と、同じアドレスで配信停止をした会員です。配信のお願いは、まだ回答のない会員だけに送信します。',
  requested: '配信のお願いをすでに送信した会員、または同じアドレスに送信した会員です。お願いは1人に1度だけ送信します。',
  addressChanged: '送信の確定後に、メールアドレスが変わった会員です。次の配信のお願いで送信できます。',
  unreachable: 'この店舗からは分からない理由で、いまは送れないアドレスの会員です。',
  suspended: '休会中の会員です。業務連絡のほかは送信しません。',
  sleeping:
    'しばらく来館のない会員です。一斉のメールが退会を考えるきっかけになりやすいため、はじめから除外しています。送る理由がある場合は、宛先の下の「休眠会員にも送る」で含められます。',
  duplicate: '同じアドレスの会員がほかにも宛先にいるため、1通だけ送信します。',
}

interface ExcludedProps {
  reason: ExclusionReason
  params: PreviewParams
  onClose: () => void
  onPutBack: (person: MailPerson) => void
}

/** Names of the members excluded for one reason. */
export function Excluded({ reason, params, onClose, onPutBack }: ExcludedProps) {
  const [offset, setOffset] = useState(0)
  const query = useQuery({
    ...previewQuery({ ...params, show: reason, offset, limit: peoplePage }),
    placeholderData: keepPreviousData,
  })
  return (
    <Modal title={`除外: ${exclusionReasons[reason]}`} onClose={onClose} className="max-w-3xl">
      <p className="mb-3 text-sm">{why[reason]}</p>
      <TabState
        query={query}
        noun="会員"
        nothing={({ list }) => (list.length === 0 ? '該当する会員はいません' : undefined)}
      >
        {({ list, paging }) => (
          <>
            <ul aria-label={`${exclusionReasons[reason]}の会員`} className="divide-y rounded-md border">
              {list.map((person) => (
                <li key={person.userId} className="flex min-h-10 items-center gap-3 py-1 pr-1 pl-3 text-sm">
                  <PersonText person={person} />
                  {reason === 'removed' && (
                    <Button
                      variant="ghost"
                      aria-label={`${person.name}を宛先に戻す`}
                      onClick={({ currentTarget }) => {
                        // A restored member leaves the list, and with it the focused button.
                        const entry = currentTarget.closest('li')
                        const near = entry?.nextElementSibling ?? entry?.previousElementSibling
                        near?.querySelector<HTMLElement>('button')?.focus()
                        onPutBack(person)
                        if (!near) onClose()
                      }}
                    >
                      宛先に戻す
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            <TabPages paging={paging} size={peoplePage} onPage={(next) => setOffset(next ?? 0)} />
          </>
        )}
      </TabState>
    </Modal>
  )
}
