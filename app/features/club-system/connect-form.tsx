import { type FormEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ClubSystem } from '#contract/club-system.ts'
import { isApiError } from '#contract/errors.ts'
import { brandCodeOf, isBrandCode } from '#contract/words/club-system.ts'
import { InputError } from '~/components/fields/password-field'
import { ConfirmingCode } from '~/components/second-factor/confirming-code'
import { Button } from '~/components/ui/button'
import { inputClass } from '~/components/ui/input-class'
import { Spinner } from '~/components/ui/spinner'
import { useServerMutation } from '~/data/mutation'
import { beginClubSystem } from '~/functions/club-system'
import { keepConversion } from '~/lib/composing'
import { cn } from '~/lib/utils'

/** The brand code, and a code of one's own; both addresses are made from it and shown. */
export default function ConnectForm({ system: { addresses, connection } }: { system: ClubSystem }) {
  const id = useId()
  const [brand, code] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const [typed, setTyped] = useState(connection?.brandCode ?? '')
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [isLeaving, setIsLeaving] = useState(false)
  const begin = useServerMutation(beginClubSystem, { invalidates: [] })
  const isBusy = begin.isPending || isLeaving
  const brandCode = brandCodeOf(typed)

  const show = (next: Record<string, string>) => {
    flushSync(() => setFaults(next))
    ;(next.brandCode ? brand : code).current?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setTyped(brandCode)
    const given = code.current?.value.trim() ?? ''
    if (brandCode === '') return show({ brandCode: 'ブランドコードを入力してください。' })
    if (!isBrandCode(brandCode)) {
      return show({
        brandCode: 'ブランドコードは、半角の英小文字・数字・ハイフンの2文字から40文字で入力してください。',
      })
    }
    if (given === '') return show({ code: '認証コードを入力してください。' })
    setFaults({})
    try {
      const { address } = await begin.mutateAsync({ data: { brandCode, code: given } })
      setIsLeaving(true)
      window.location.assign(address)
    } catch (error) {
      if (isApiError(error) && error.fields) show(error.fields)
    }
  }
  return (
    <form
      method="post"
      noValidate
      onKeyDown={keepConversion}
      onSubmit={(event) => void submit(event)}
      className="space-y-5 text-sm"
    >
      <div className="max-w-md">
        <label htmlFor={id} className="font-medium">
          ブランドコード
        </label>
        <input
          ref={brand}
          id={id}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={() => setTyped(brandCode)}
          maxLength={100}
          required
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={faults.brandCode ? true : undefined}
          aria-describedby={cn(`${id}-help`, faults.brandCode && `${id}-fault`)}
          className={cn(inputClass, 'mt-1')}
        />
        <InputError id={`${id}-fault`}>{faults.brandCode}</InputError>
        <p id={`${id}-help`} className="mt-1 text-muted-foreground">
          会員管理システムの管理画面のアドレスに含まれる、半角の英数字です。
        </p>
      </div>
      {isBrandCode(brandCode) && (
        <dl className="space-y-2">
          <Address label="管理画面" address={addresses.admin} brandCode={brandCode} />
          <Address label="API" address={addresses.api} brandCode={brandCode} />
        </dl>
      )}
      <ConfirmingCode input={code} error={faults.code} onSwitch={() => setFaults({})} />
      <Button type="submit" aria-disabled={isBusy || undefined}>
        {isBusy && <Spinner className="size-4" />}
        {connection?.state === 'expired' ? '再接続する' : '接続する'}
      </Button>
      <p className="text-muted-foreground">会員管理システムの画面が開きます。許可すると、この画面に戻ります。</p>
    </form>
  )
}

const Address = ({ label, address, brandCode }: { label: string; address: string; brandCode: string }) => (
  <div>
    <dt className="text-muted-foreground">{label}</dt>
    <dd className="wrap-anywhere">{address.replace('{brand}', brandCode)}</dd>
  </div>
)
