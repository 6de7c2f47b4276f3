import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { isApiError } from '#contract/errors.ts'
import type { MemberRow } from '#contract/member.ts'
import type { AnswerOf, InputOf } from '#contract/names.ts'
import { memberFields } from '#contract/words/fields/member.ts'
import { bulkResults } from '#contract/words/member-record.ts'
import { Modal } from '~/components/dialogs/modal'
import { Button } from '~/components/ui/button'
import { inputClass } from '~/components/ui/input-class'
import { NativeSelect } from '~/components/ui/native-select'
import { reasonOf } from '~/data/mutation'
import { invalidate, serverQuery } from '~/data/query'
import { changeMembers } from '~/functions/member-record'
import { listStaff } from '~/functions/staff'
import { endSession } from '~/identity/leave'
import { keepConversion } from '~/lib/composing'
import { formatCount } from '~/lib/format'
import { notify } from '~/lib/notices'

interface ChangeDialogProps {
  rows: MemberRow[]
  onClose: () => void
  onDone: () => void
}

type Changes = Omit<InputOf<'member.bulk'>, 'ids' | 'dryRun'>
type Outcome = AnswerOf<'member.bulk'>

/** Maximum number per call. */
const most = 500

const flagChoices = { hold: '利用可で固定する', holdOff: '利用不可で固定する', release: '固定を解除する' } as const
const flagChanges: Record<string, Changes> = {
  hold: { withLeanBodyContent: true },
  holdOff: { withLeanBodyContent: false },
  release: { lockedWithLeanBodyContent: false },
}

/** Bulk change of members in three steps: input, preview of the effect, result. */
export default function ChangeDialog({ rows, onClose, onDone }: ChangeDialogProps) {
  const queryClient = useQueryClient()
  const [changes, setChanges] = useState<Changes>()
  const [foreseen, setForeseen] = useState<Outcome>()
  const [outcome, setOutcome] = useState<Outcome>()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const ids = rows.map(({ id }) => id)

  const call = async (wanted: Changes, dryRun: boolean, use: (answer: Outcome) => void) => {
    setBusy(true)
    setFailure(undefined)
    try {
      use(await changeMembers({ data: { ...wanted, ids, dryRun } }))
    } catch (error) {
      if (isApiError(error) && error.code === 'unauthenticated') return endSession(error.endedBy)
      setFailure(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  const foresee = (wanted: Changes) => {
    setChanges(wanted)
    void call(wanted, true, setForeseen)
  }
  const apply = () =>
    changes &&
    void call(changes, false, async (answer) => {
      await invalidate(queryClient, 'member')
      notify.success(`${formatCount(answer.changed)}名の会員を更新しました。`)
      if (answer.locked + answer.notFound > 0) return setOutcome(answer)
      onClose()
      onDone()
    })

  if (outcome) {
    const leave = () => {
      onClose()
      onDone()
    }
    return (
      <Modal title={`${formatCount(outcome.locked + outcome.notFound)}名は変更していません`} onClose={leave}>
        <Left outcome={outcome} />
      </Modal>
    )
  }
  return (
    <Modal title={`会員${formatCount(rows.length)}名をまとめて変更`} onClose={onClose}>
      {rows.length > most ? (
        <p role="alert">一度に変更できるのは{formatCount(most)}名までです。選択を減らしてください。</p>
      ) : (
        <>
          {/* Stays mounted during the confirmation, so that いいえ returns to the input. */}
          <div hidden={foreseen !== undefined}>
            <ChangeForm rows={rows} isBusy={isBusy} onChanges={foresee} />
          </div>
          {foreseen && (
            <section aria-live="polite">
              <p className="font-medium">次のとおり変更します。よろしいですか。</p>
              <Counts outcome={foreseen} />
              <Left outcome={foreseen} />
              <div className="mt-5 flex justify-end gap-3">
                <Button variant="outline" size="lg" disabled={isBusy} onClick={() => setForeseen(undefined)}>
                  いいえ
                </Button>
                <Button
                  size="lg"
                  // Moves the focus from the form to the confirmation.
                  ref={(button) => button?.focus()}
                  disabled={isBusy || foreseen.changed === 0}
                  onClick={apply}
                >
                  はい
                </Button>
              </div>
            </section>
          )}
          {failure && (
            <p role="alert" className="mt-3 text-sm text-bad">
              {failure}
            </p>
          )}
        </>
      )}
    </Modal>
  )
}

interface ChangeFormProps {
  rows: MemberRow[]
  isBusy: boolean
  onChanges: (changes: Changes) => void
}

const wordsOf = (text: string) => [...new Set(text.split(/[,、\s]+/).filter(Boolean))]

function ChangeForm({ rows, isBusy, onChanges }: ChangeFormProps) {
  const shopIds = [...new Set(rows.map(({ shop }) => shop.id))]
  const ofOneShop = shopIds.length === 1 ? { shopId: shopIds[0] } : {}
  const { data: staff } = useQuery(serverQuery('staff.list', listStaff)({ ...ofOneShop, status: 'active', limit: 500 }))
  const trainers = staff?.list.filter(({ role }) => role !== 'level1' && role !== 'all') ?? []
  const [addTags, setAddTags] = useState('')
  const [removeTags, setRemoveTags] = useState('')
  const [trainer, setTrainer] = useState('')
  const [flag, setFlag] = useState('')
  const known = [...new Set(rows.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b, 'ja'))

  const changes: Changes = {
    ...(addTags.trim() !== '' && { addTags: wordsOf(addTags) }),
    ...(removeTags !== '' && { removeTags: [removeTags] }),
    ...(trainer !== '' && { trainerStaffId: trainer === 'none' ? null : trainer }),
    ...flagChanges[flag],
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onChanges(changes)
  }
  return (
    <form className="space-y-4" onKeyDown={keepConversion} onSubmit={submit}>
      <p className="text-sm text-muted-foreground">変更しない項目は、そのままにしてください。</p>
      <Line label={memberFields.trainerStaffId}>
        {(id) => (
          <NativeSelect id={id} value={trainer} onChange={({ target }) => setTrainer(target.value)}>
            <option value="">変更しない</option>
            <option value="none">担当なしにする</option>
            {trainers.map(({ id, displayName }) => (
              <option key={id} value={id}>
                {displayName}
              </option>
            ))}
          </NativeSelect>
        )}
      </Line>
      <Line label="付けるタグ">
        {(id) => (
          <input
            id={id}
            value={addTags}
            maxLength={200}
            placeholder="朝型、法人"
            onChange={({ target }) => setAddTags(target.value)}
            className={inputClass}
          />
        )}
      </Line>
      {known.length > 0 && (
        <Line label="外すタグ">
          {(id) => (
            <NativeSelect id={id} value={removeTags} onChange={({ target }) => setRemoveTags(target.value)}>
              <option value="">変更しない</option>
              {known.map((tag) => (
                <option key={tag}>{tag}</option>
              ))}
            </NativeSelect>
          )}
        </Line>
      )}
      <Line label={memberFields.withLeanBodyContent}>
        {(id) => (
          <NativeSelect id={id} value={flag} onChange={({ target }) => setFlag(target.value)}>
            <option value="">変更しない</option>
            {Object.entries(flagChoices).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </NativeSelect>
        )}
      </Line>
      <div className="flex justify-end">
        <Button type="submit" size="lg" disabled={isBusy || Object.keys(changes).length === 0}>
          確認へ進む
        </Button>
      </div>
    </form>
  )
}

function Line({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="grid gap-1.5 sm:grid-cols-[9rem_1fr] sm:items-center">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children(id)}
    </div>
  )
}

const Counts = ({ outcome }: { outcome: Outcome }) => (
  <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
    {(['changed', 'unchanged', 'locked', 'notFound'] as const).map((result) =>
      result !== 'changed' && outcome[result] === 0 ? null : (
        <div key={result} className="flex gap-2">
          <dt className="text-muted-foreground">{bulkResults[result]}</dt>
          <dd className="figures font-medium">{formatCount(outcome[result])}名</dd>
        </div>
      ),
    )}
    {outcome.awaitingApproval > 0 && (
      <div className="flex gap-2">
        <dt className="text-muted-foreground">担当の承認待ちになる</dt>
        <dd className="figures font-medium">{formatCount(outcome.awaitingApproval)}名</dd>
      </div>
    )}
  </dl>
)

/** Members who stay unchanged, with reasons. */
function Left({ outcome }: { outcome: Outcome }) {
  const left = outcome.rows.filter(({ result }) => result === 'locked' || result === 'notFound')
  if (left.length === 0) return null
  return (
    <ul aria-label="変更しない会員" className="mt-3 max-h-60 divide-y overflow-y-auto rounded-md border text-sm">
      {left.map(({ id, name, result }) => (
        <li key={id} className="flex justify-between gap-3 px-3 py-1.5">
          <span>{name ?? '–'}</span>
          <span className="text-muted-foreground">
            {result === 'locked'
              ? '手動で固定されているため、変更しません'
              : '担当範囲の会員ではないため、変更しません'}
          </span>
        </li>
      ))}
    </ul>
  )
}
