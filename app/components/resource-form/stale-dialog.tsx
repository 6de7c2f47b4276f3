import { type ReactNode, useId, useState } from 'react'
import { useOwnStaffId } from '~/data/own-staff'
import { Modal } from '../dialogs/modal'
import { Button } from '../ui/button'
import { type FieldLook, sameValue } from './form-context'
import { type Changed, changeOf, isOwn } from './merge'

type Values = Record<string, unknown>
type Side = 'mine' | 'theirs'

interface StaleDialogProps {
  /** The row as the other one has saved it. */
  row: Changed
  /** The values in the form. */
  mine: Values
  /** The values when the form opened. */
  base: Values
  /** The values that someone else has saved in between. */
  theirs: Values
  /** The merge of what only one side changed. */
  merged: Values
  /** What both changed, differently. */
  contested: string[]
  /** What only the other side changed. */
  taken: string[]
  /** Why the merge is invalid; the dialog then offers every field that differs. */
  reason?: string | undefined
  looks: Map<string, FieldLook>
  close: () => void
  resolve: (chosen: Values) => Promise<void>
}

/** Conflict dialog: chooses, field by field, whose value to keep. Closing it loses no input. */
export function StaleDialog(props: StaleDialogProps) {
  const { row, mine, base, theirs, merged, contested, taken, reason, looks, close, resolve } = props
  const ownId = useOwnStaffId()
  const labels: Record<Side, string> = isOwn(row, ownId)
    ? { mine: 'この画面での変更', theirs: '別のタブでの変更' }
    : { mine: '自分の変更', theirs: '相手の更新' }
  const isOffered = (name: string) =>
    reason === undefined ? contested.includes(name) : !sameValue(mine[name], theirs[name])
  const offered = [...looks].filter(([name]) => isOffered(name))
  const isMine = (name: string) => !sameValue(mine[name], base[name])
  const [sides, setSides] = useState<Record<string, Side>>(() =>
    Object.fromEntries(offered.map(([name]) => [name, isMine(name) ? 'mine' : 'theirs'])),
  )
  const takenLabels = reason === undefined ? taken.flatMap((name) => looks.get(name)?.label ?? []) : []

  const save = () => {
    const chosen = offered.map(([name]) => [name, sides[name] === 'mine' ? mine[name] : theirs[name]])
    void resolve({ ...merged, ...Object.fromEntries(chosen) })
  }

  return (
    <Modal
      title={isOwn(row, ownId) ? '別のタブで先に変更しました' : 'ほかの人が先に更新しました'}
      onClose={close}
      className="max-w-4xl"
      footer={
        <>
          <Button variant="outline" size="lg" onClick={close}>
            入力に戻る
          </Button>
          <Button size="lg" onClick={save}>
            選んだ内容で保存
          </Button>
        </>
      }
    >
      <p className="font-semibold">{changeOf(row, ownId)}</p>
      <p className="mt-1">
        {reason === undefined
          ? '同じ項目がそれぞれ変更されています。'
          : `両方の変更を合わせると保存できません。${reason}`}
        項目ごとに、残す内容を選んでください。
      </p>
      {takenLabels.length > 0 && (
        <p className="mt-1">
          {labels.theirs}を取り込む項目: {takenLabels.join('、')}
        </p>
      )}
      <div className="mt-4 space-y-5">
        {offered.map(([name, look]) => (
          <Choice
            key={name}
            look={look}
            mine={mine[name]}
            theirs={theirs[name]}
            labels={labels}
            side={sides[name] ?? 'mine'}
            onChoose={(side) => setSides({ ...sides, [name]: side })}
          />
        ))}
      </div>
    </Modal>
  )
}

interface ChoiceProps {
  look: FieldLook
  mine: unknown
  theirs: unknown
  labels: Record<Side, string>
  side: Side
  onChoose: (side: Side) => void
}

function Choice({ look, mine, theirs, labels, side, onChoose }: ChoiceProps) {
  const name = useId()
  const option = (value: Side, label: string, shown: ReactNode) => (
    <div className="rounded-md border border-input px-3.5 py-3 has-checked:border-primary has-checked:bg-accent">
      <label className="flex cursor-pointer items-center gap-2 text-sm font-medium">
        <input
          type="radio"
          name={name}
          checked={side === value}
          onChange={() => onChoose(value)}
          className="size-4 accent-primary"
        />
        {label}
      </label>
      <div className="mt-2 wrap-anywhere">{shown}</div>
    </div>
  )
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{look.label}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {option('mine', labels.mine, look.show(mine as never))}
        {option('theirs', labels.theirs, look.show(theirs as never))}
      </div>
    </fieldset>
  )
}
