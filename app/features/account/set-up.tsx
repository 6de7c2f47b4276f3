import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isApiError } from '#contract/errors.ts'
import { AuthenticatorSecret } from '~/components/second-factor/authenticator-secret'
import { CodeField } from '~/components/second-factor/code-field'
import { Button } from '~/components/ui/button'
import { Spinner } from '~/components/ui/spinner'
import { useServerMutation } from '~/data/mutation'
import { confirmSecondFactor } from '~/functions/second-factor'
import { keepConversion } from '~/lib/composing'

interface SetUpProps {
  secret: string
  uri: string
  onDone: (recoveryCodes: string[]) => void
  onCancel: () => void
}

/** Set-up: the app reads the secret, and a first code confirms it. */
export function SetUp({ secret, uri, onDone, onCancel }: SetUpProps) {
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string>()
  // The button that opened this has been removed.
  useEffect(() => input.current?.focus(), [])
  const confirm = useServerMutation(confirmSecondFactor, {
    invalidates: ['secondFactor'],
    done: '2段階認証を設定しました。',
  })
  const show = (text: string | undefined) => {
    flushSync(() => setFault(text))
    input.current?.focus()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (confirm.isPending) return
    const code = input.current?.value.trim() ?? ''
    if (code === '') return show('認証コードを入力してください。')
    setFault(undefined)
    try {
      onDone((await confirm.mutateAsync({ data: { code } })).recoveryCodes)
    } catch (error) {
      show(isApiError(error) ? error.fields?.code : undefined)
    }
  }

  return (
    <form
      method="post"
      noValidate
      onKeyDown={keepConversion}
      onSubmit={(event) => void submit(event)}
      className="space-y-5"
    >
      <AuthenticatorSecret secret={secret} uri={uri} />
      <div className="max-w-60">
        <CodeField input={input} error={fault} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="lg" aria-disabled={confirm.isPending || undefined}>
          {confirm.isPending && <Spinner className="size-4" />}
          設定を完了する
        </Button>
        <Button variant="outline" size="lg" onClick={onCancel}>
          キャンセル
        </Button>
      </div>
    </form>
  )
}
