import { Lock } from 'lucide-react'
import { FieldFrame } from '~/components/fields/field-frame'
import { type FieldHandle, useLiveField } from '~/components/resource-form/form-context'

interface LockedFlagProps {
  /** Label of the flag: LEAN BODY. */
  label: string
  /** Labels of its two values. */
  words: { yes: string; no: string }
  flag: FieldHandle<boolean>
  lock: FieldHandle<boolean>
  /** The value by the contracts, used without the lock. */
  byContracts: boolean
}

/** A flag derived from the contracts unless staff set it manually. */
export function LockedFlag({ label, words, flag: flagHandle, lock: lockHandle, byContracts }: LockedFlagProps) {
  const flag = useLiveField(flagHandle)
  const lock = useLiveField(lockHandle)
  const isLocked = lock.state.value
  const word = (value: boolean) => (value ? words.yes : words.no)
  const hold = (isHeld: boolean) => {
    lock.handleChange(isHeld)
    if (!isHeld) flag.handleChange(byContracts)
  }
  const followed = `契約に合わせて「${word(byContracts)}」`
  return (
    <div className="grid gap-3 rounded-md border px-4 py-3 sm:grid-cols-2">
      <FieldFrame
        field={flag}
        label={label}
        group
        show={word}
        help={isLocked ? `固定を外すと、${followed}になります。` : `${followed}です。固定すると変更できます。`}
      >
        {({ 'aria-required': _, ...input }) => (
          <label className="inline-flex min-h-9 items-center gap-2.5 text-sm has-disabled:text-muted-foreground">
            <input
              {...input}
              type="checkbox"
              role="switch"
              aria-checked={flag.state.value}
              disabled={!isLocked}
              checked={flag.state.value}
              onChange={(event) => flag.handleChange(event.target.checked)}
              onBlur={() => flag.handleBlur()}
              className="size-4 accent-primary"
            />
            {word(flag.state.value)}
          </label>
        )}
      </FieldFrame>
      <FieldFrame
        field={lock}
        label={`${label}の固定`}
        group
        show={(value) => (value ? '手動で固定' : '固定しない')}
        help="固定した値は、hacomonoとの同期で変わりません。"
      >
        {({ 'aria-required': _, ...input }) => (
          <label className="inline-flex min-h-9 cursor-pointer items-center gap-2.5 text-sm">
            <input
              {...input}
              type="checkbox"
              checked={isLocked}
              onChange={(event) => hold(event.target.checked)}
              onBlur={() => lock.handleBlur()}
              className="size-4 accent-primary"
            />
            <Lock aria-hidden className="size-4 text-muted-foreground" />
            手動で固定
          </label>
        )}
      </FieldFrame>
    </div>
  )
}
