import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isApiError } from '#contract/errors.ts'
import { fieldsOf, installJapaneseMessages } from '#contract/messages.ts'
import { NewPassword } from '#contract/password.ts'
import { useMe } from '~/auth/session'
import { PasswordField } from '~/components/fields/password-field'
import { Button } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { Spinner } from '~/components/ui/spinner'
import { useServerMutation } from '~/data/mutation'
import { changePassword } from '~/functions/password'
import { keepConversion } from '~/lib/composing'

installJapaneseMessages()

const names = ['currentPassword', 'password', 'passwordConf'] as const
type Name = (typeof names)[number]
type Faults = Partial<Record<Name, string>>

const missing: Record<Name, string> = {
  currentPassword: '現在のパスワードを入力してください。',
  password: '新しいパスワードを入力してください。',
  passwordConf: '確認のため、新しいパスワードをもう一度入力してください。',
}

/** Client-side validation. */
function faultsOf(userId: string, values: Record<Name, string>): Faults {
  const parsed = NewPassword.safeParse({ userId, ...values })
  const faults: Faults = parsed.success ? {} : fieldsOf(parsed.error)
  for (const name of names) if (values[name] === '') faults[name] = missing[name]
  return faults
}

/** Changes the user's own password. Not a ResourceForm: passwords must not be kept as drafts. */
export function PasswordForm() {
  const me = useMe()
  const inputs: Record<Name, RefObject<HTMLInputElement | null>> = {
    currentPassword: useRef<HTMLInputElement>(null),
    password: useRef<HTMLInputElement>(null),
    passwordConf: useRef<HTMLInputElement>(null),
  }
  const [faults, setFaults] = useState<Faults>({})
  const change = useServerMutation(changePassword, {
    // The other devices have been signed out.
    invalidates: ['session'],
    done: 'パスワードを再設定しました。',
  })

  const show = (next: Faults) => {
    flushSync(() => setFaults(next))
    const first = names.find((name) => next[name])
    if (first) inputs[first].current?.focus()
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!me || change.isPending) return
    const values = Object.fromEntries(names.map((name) => [name, inputs[name].current?.value ?? ''])) as Record<
      Name,
      string
    >
    const found = faultsOf(me.id, values)
    if (Object.keys(found).length > 0) return show(found)
    setFaults({})
    const form = event.currentTarget
    try {
      await change.mutateAsync({ data: { userId: me.id, ...values } })
      form.reset()
    } catch (error) {
      if (isApiError(error) && error.fields) show(error.fields)
    }
  }

  return (
    <Card className="print:hidden">
      <CardHeader>
        <CardTitle>パスワード</CardTitle>
      </CardHeader>
      <CardContent>
        {/* method=post, so that a native submit never puts the password into a URL. */}
        <form
          method="post"
          noValidate
          onKeyDown={keepConversion}
          onSubmit={(event) => void submit(event)}
          className="max-w-md space-y-5"
        >
          {/* Lets a password manager associate the password with its account. */}
          <input type="hidden" name="username" autoComplete="username" value={me?.staff.email ?? ''} readOnly />
          <PasswordField
            id="currentPassword"
            label="現在のパスワード"
            autoComplete="current-password"
            input={inputs.currentPassword}
            error={faults.currentPassword}
          />
          <PasswordField
            id="password"
            label="新しいパスワード"
            autoComplete="new-password"
            input={inputs.password}
            error={faults.password}
            help="12文字以上128文字まで。文字の種類に決まりはありません。サービス名やメールアドレスをもとにしたものなど、推測されやすいパスワードは使用できません。"
          />
          <PasswordField
            id="passwordConf"
            label="新しいパスワード（確認）"
            autoComplete="new-password"
            input={inputs.passwordConf}
            error={faults.passwordConf}
          />
          <p className="text-sm text-muted-foreground">
            再設定すると、この端末のほかでログイン中の端末はすべてログアウトします。
          </p>
          <Button type="submit" size="lg" aria-disabled={change.isPending || undefined}>
            {change.isPending && <Spinner className="size-4" />}
            {change.isPending ? '再設定しています...' : 'パスワードを再設定する'}
          </Button>
        </form>
      </CardContent>
    </Card>
  )
}
