import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isApiError } from '#contract/errors.ts'
import { keepConversion } from '~/lib/composing'
import { cn } from '~/lib/utils'
import { Button } from '../ui/button'
import { Spinner } from '../ui/spinner'
import { PasswordField } from './password-field'

type Values<Name extends string> = Record<Name | 'password' | 'passwordConf', string>

interface PasswordFormProps<Name extends string> {
  /** Each field's label, in order. */
  labels: Values<Name>
  /** The fields before the new password, with their errors; each has its name as its input's. */
  children?: (errors: Partial<Values<Name>>) => ReactNode
  /** Whose password it is, for password managers. */
  username?: string
  note?: string
  action: string
  busy: string
  /** The button has the whole width of the card before sign-in. */
  isWide?: true
  /** At each press of the button, before anything is checked. */
  onSubmit?: () => void
  onSave: (values: Values<Name>, form: HTMLFormElement) => Promise<unknown>
  /** Called with an error that no field has. */
  onFailure?: (error: unknown) => void
}

/** Sets a new password. Uncontrolled, and not a ResourceForm: passwords must not be kept as drafts. */
export function PasswordForm<Name extends string = never>({
  labels,
  children,
  username,
  note,
  action,
  busy,
  isWide,
  onSubmit,
  onSave,
  onFailure,
}: PasswordFormProps<Name>) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Partial<Values<Name>>>({})
  const [isBusy, setIsBusy] = useState(false)
  const names = Object.keys(labels) as (keyof Values<Name>)[]

  const show = (next: Partial<Values<Name>>) => {
    flushSync(() => setErrors(next))
    const first = names.find((name) => next[name])
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  const submit = async (element: HTMLFormElement) => {
    if (isBusy) return
    const typed = new FormData(element)
    const values = Object.fromEntries(names.map((name) => [name, String(typed.get(name) ?? '')])) as Values<Name>
    const missing = names.filter((name) => values[name].trim() === '')
    const faults: [string, string][] = missing.map((name) => [name, `${labels[name]}を入力してください。`])
    if (missing.length === 0 && values.password !== values.passwordConf) {
      faults.push(['passwordConf', '確認用のパスワードが一致しません。'])
    }
    onSubmit?.()
    if (faults.length > 0) return show(Object.fromEntries(faults) as typeof errors)
    setIsBusy(true)
    setErrors({})
    try {
      await onSave(values, element)
    } catch (error) {
      const fields = isApiError(error) ? (error.fields as typeof errors | undefined) : undefined
      if (fields && names.some((name) => fields[name])) show(fields)
      else onFailure?.(error)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    // method=post, so that a native submit never puts the password into a URL.
    <form
      ref={form}
      method="post"
      noValidate
      onKeyDown={keepConversion}
      onSubmit={(event) => {
        event.preventDefault()
        void submit(event.currentTarget)
      }}
      className={cn('space-y-5', !isWide && 'max-w-md')}
    >
      {username !== undefined && (
        <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      )}
      {children?.(errors)}
      <PasswordField
        id="password"
        label={labels.password}
        autoComplete="new-password"
        error={errors.password}
        help="12文字以上128文字まで。文字の種類に決まりはありません。サービス名やメールアドレスを含むものなど、推測されやすいパスワードは使用できません。"
      />
      <PasswordField
        id="passwordConf"
        label={labels.passwordConf}
        autoComplete="new-password"
        error={errors.passwordConf}
      />
      {note && <p className="text-sm text-muted-foreground">{note}</p>}
      <Button type="submit" size="lg" className={cn(isWide && 'w-full')} aria-disabled={isBusy || undefined}>
        {isBusy && <Spinner className="size-4" />}
        {isBusy ? busy : action}
      </Button>
    </form>
  )
}
