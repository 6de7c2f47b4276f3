import { useId, useRef, useState } from 'react'
import { phoneText } from '#contract/phone.ts'
import { outreachFields } from '#contract/words/fields/outreach.ts'
import { type OutreachOutcome, outreachOutcomes } from '#contract/words/outreach.ts'
import { Modal } from '~/components/dialogs/modal'
import { CharacterCount } from '~/components/fields/text-field'
import { Button } from '~/components/ui/button'
import { inputClass } from '~/components/ui/input-class'
import { reasonOf, useServerMutation } from '~/data/mutation'
import { createOutreach, removeOutreach } from '~/functions/outreach'
import { isDay, todayInTokyo } from '~/lib/dates'
import { cn } from '~/lib/utils'
import { AlertNote } from '../alert-note'
import { Contact } from '../contact'
import { nameOf } from '../labels'

const mostNote = 200

interface RecordOutreachProps {
  member: Parameters<typeof nameOf>[0] & { id: string; tel: string | null; alertNote: string | null }
  onClose: () => void
}

/** Records a 連絡 with one press of its outcome; 元に戻す removes it. */
export default function RecordOutreach({ member, onClose }: RecordOutreachProps) {
  const [contactedOn, setContactedOn] = useState(todayInTokyo())
  const [note, setNote] = useState('')
  const [failure, setFailure] = useState<string>()
  const [dayId, noteId, errorId] = [useId(), useId(), useId()]
  // Of what is sent: pressing again after a lost answer records nothing twice.
  const sent = useRef<{ content: string; key: string }>(undefined)
  const create = useServerMutation(createOutreach, {
    invalidates: ['outreach'],
    done: ({ outcome }) => `${nameOf(member)}様への連絡を記録しました（${outreachOutcomes[outcome]}）。`,
    undo:
      ({ id }) =>
      () =>
        removeOutreach({ data: { id } }),
  })
  const record = async (outcome: OutreachOutcome) => {
    if (create.isPending) return
    if (!isDay(contactedOn) || contactedOn > todayInTokyo())
      return setFailure('連絡日は今日までの日付を入力してください。')
    if (note.length > mostNote) return setFailure(`メモは${mostNote}文字以内で入力してください。`)
    try {
      const data = { userId: member.id, contactedOn, outcome, note: note.trim() || null }
      const content = JSON.stringify(data)
      if (sent.current?.content !== content) sent.current = { content, key: crypto.randomUUID() }
      await create.mutateAsync({ data, headers: { 'idempotency-key': sent.current.key } })
      onClose()
    } catch (error) {
      setFailure(reasonOf(error))
    }
  }
  return (
    <Modal title={`${nameOf(member)}様への連絡`} onClose={onClose} className="max-w-lg">
      {member.alertNote && <AlertNote text={member.alertNote} />}
      <p className="mt-3 text-sm">
        電話番号 {member.tel ? <Contact href={`tel:${member.tel}`} text={phoneText(member.tel)} /> : 'なし'}
      </p>
      <label className="mt-4 block text-sm font-medium" htmlFor={noteId}>
        メモ（任意）
      </label>
      <textarea
        id={noteId}
        rows={3}
        value={note}
        aria-describedby={failure ? errorId : undefined}
        onChange={({ target }) => setNote(target.value)}
        className={cn(inputClass, 'mt-1.5 py-2')}
      />
      <CharacterCount count={note.length} max={mostNote} />
      <label className="mt-2 block text-sm font-medium" htmlFor={dayId}>
        {outreachFields.contactedOn}
      </label>
      <input
        id={dayId}
        type="date"
        max={todayInTokyo()}
        value={contactedOn}
        aria-describedby={failure ? errorId : undefined}
        onChange={({ target }) => setContactedOn(target.value)}
        className={cn(inputClass, 'mt-1.5')}
      />
      <fieldset className="mt-5">
        <legend className="text-sm font-medium">{outreachFields.outcome}（押すと記録します）</legend>
        <div className="mt-1.5 grid grid-cols-2 gap-2 sm:grid-cols-3">
          {Object.entries(outreachOutcomes).map(([outcome, label]) => (
            <Button
              key={outcome}
              variant="outline"
              size="lg"
              aria-disabled={create.isPending || undefined}
              onClick={() => void record(outcome as OutreachOutcome)}
            >
              {label}
            </Button>
          ))}
        </div>
      </fieldset>
      <p id={errorId} role="alert" className="mt-2 text-sm text-bad">
        {failure}
      </p>
    </Modal>
  )
}
