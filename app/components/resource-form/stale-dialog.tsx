import { type ReactNode, useId, useState } from 'react'
import { Button } from '../ui/button'
import { Modal } from '../ui/modal'
import { type FieldLook, sameValue } from './form-context'

type Values = Record<string, unknown>
type Side = 'mine' | 'latest'

interface StaleDialogProps {
  /** The values in the form. */
  mine: Values
  /** The values when the form opened. */
  base: Values
  /** The values that someone else has saved in between. */
  latest: Values
  looks: Map<string, FieldLook>
  close: () => void
  resolve: (chosen: Values) => Promise<void>
}

/** Someone else saved first: choose field by field between your change and the latest. Closing it loses no input. */
export function StaleDialog({ mine, base, latest, looks, close, resolve }: StaleDialogProps) {
  const differing = [...looks.keys()].filter((name) => !sameValue(mine[name], latest[name]))
  const isMine = (name: string) => !sameValue(mine[name], base[name])
  const [sides, setSides] = useState<Record<string, Side>>(() =>
    Object.fromEntries(differing.map((name) => [name, isMine(name) ? 'mine' : 'latest'])),
  )

  const save = () => {
    const chosen = differing.map((name) => [name, sides[name] === 'mine' ? mine[name] : latest[name]])
    void resolve({ ...mine, ...Object.fromEntries(chosen) })
  }

  return (
    <Modal
      title="ほかの人が先に更新しました"
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
      <p>
        編集している間に、同じデータが更新されました。
        {differing.length > 0
          ? '項目ごとに、残す内容を選んでください。'
          : '内容に違いはありません。このまま保存できます。'}
      </p>
      <div className="mt-4 space-y-5">
        {differing.map((name) => (
          <Choice
            key={name}
            look={looks.get(name) as FieldLook}
            mine={mine[name]}
            latest={latest[name]}
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
  latest: unknown
  side: Side
  onChoose: (side: Side) => void
}

function Choice({ look, mine, latest, side, onChoose }: ChoiceProps) {
  const name = useId()
  const option = (value: Side, label: string, shown: ReactNode) => (
    <div className="rounded-md border border-input/70 px-3.5 py-3 has-checked:border-primary has-checked:bg-accent">
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
        {option('mine', '自分の変更', look.show(mine as never))}
        {option('latest', '最新', look.show(latest as never))}
      </div>
    </fieldset>
  )
}
