import { useId, useState } from 'react'
import type { AnswerOf } from '#contract/names.ts'
import { type DeskSource, deskSources } from '#contract/words/mail-consent.ts'
import { Modal } from '~/components/dialogs/modal'
import { Button } from '~/components/ui/button'
import { inputClass } from '~/components/ui/input-class'
import { NativeSelect } from '~/components/ui/native-select'
import { reasonOf, useServerMutation } from '~/data/mutation'
import { recordMailConsent } from '~/functions/mail-consent'
import { isDay, todayInTokyo } from '~/lib/dates'
import { cn } from '~/lib/utils'

interface RecordConsentProps {
  userId: string
  given: boolean
  consent: AnswerOf<'mailConsent.get'>
  onClose: () => void
}

/** The day and the place are needed: they are the proof. */
export function RecordConsent({ userId, given, consent, onClose }: RecordConsentProps) {
  const [on, setOn] = useState('')
  const [source, setSource] = useState<DeskSource | ''>('')
  const [detail, setDetail] = useState('')
  const [failure, setFailure] = useState<string>()
  const [dayId, sourceId, detailId, errorId] = [useId(), useId(), useId(), useId()]
  const isWithdrawal = !given && consent.state === 'given'
  const title = given ? 'メール配信の同意を記録' : isWithdrawal ? '配信停止を記録' : '同意しないを記録'
  const record = useServerMutation(recordMailConsent, {
    invalidates: ['mailConsent', 'member', 'mail'],
    done: given
      ? 'メール配信の同意を記録しました。'
      : isWithdrawal
        ? '配信停止を記録しました。'
        : '同意しないことを記録しました。',
  })
  const send = async () => {
    if (!isDay(on)) return setFailure('申し出の日を入力してください。')
    if (source === '') return setFailure('取得元を選択してください。')
    if (detail.length > 200) return setFailure('メモは200文字以内で入力してください。')
    if (record.isPending) return
    const last = consent.list[0]?.id ?? null
    try {
      await record.mutateAsync({ data: { userId, last, given, on, source, detail: detail.trim() || null } })
      onClose()
    } catch (error) {
      setFailure(reasonOf(error))
    }
  }
  return (
    <Modal
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" size="lg" onClick={onClose}>
            キャンセル
          </Button>
          <Button size="lg" onClick={() => void send()}>
            記録する
          </Button>
        </>
      }
    >
      <p className="text-sm">
        {given
          ? '会員から得た同意を、いつ、どこで得たかとともに記録します。いまのメールアドレスへの同意になります。'
          : isWithdrawal
            ? '記録すると、広告宣伝とフォローのメールは送信しません。もう一度同意できるのは、会員本人だけです。'
            : '記録すると、広告宣伝とフォローのメールは送信しません。'}
      </p>
      <label className="mt-4 block text-sm font-medium" htmlFor={dayId}>
        申し出の日
      </label>
      <input
        id={dayId}
        type="date"
        max={todayInTokyo()}
        value={on}
        aria-describedby={failure ? errorId : undefined}
        onChange={({ target }) => setOn(target.value)}
        className={cn(inputClass, 'mt-1.5')}
      />
      <label className="mt-4 block text-sm font-medium" htmlFor={sourceId}>
        取得元
      </label>
      <NativeSelect
        id={sourceId}
        className="mt-1.5"
        value={source}
        onChange={({ target }) => setSource(target.value as DeskSource | '')}
      >
        <option value="">選んでください</option>
        {Object.entries(deskSources).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </NativeSelect>
      <label className="mt-4 block text-sm font-medium" htmlFor={detailId}>
        メモ（任意）
      </label>
      <input
        id={detailId}
        value={detail}
        onChange={({ target }) => setDetail(target.value)}
        className={cn(inputClass, 'mt-1.5')}
      />
      <p id={errorId} role="alert" className="mt-2 text-sm text-bad">
        {failure}
      </p>
    </Modal>
  )
}
