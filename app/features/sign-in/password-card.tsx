import { useRouter } from '@tanstack/react-router'
import { type ComponentProps, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CodeWanted } from '#contract/auth.ts'
import { enter } from '~/auth/session'
import { PasswordForm } from '~/components/fields/password-form'
import { type Failure, failureMessage } from '~/lib/failure'
import { CardAlert, SignInCard } from './card'
import { SecondStep } from './second-step'

type FormProps<Name extends string> = ComponentProps<typeof PasswordForm<Name>>

interface PasswordCardProps<Name extends string>
  extends Omit<FormProps<Name>, 'isWide' | 'onSubmit' | 'onSave' | 'onFailure'> {
  title: string
  lead: string
  /** Stores the password and signs in. */
  onSave: (values: Parameters<FormProps<Name>['onSave']>[0]) => Parameters<typeof enter>[0]
}

/** Sets a password by a link and signs in, with the second factor where there is one. */
export function PasswordCard<Name extends string = never>({ title, lead, onSave, ...form }: PasswordCardProps<Name>) {
  const router = useRouter()
  const alert = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState<CodeWanted>()
  const [failure, setFailure] = useState<Failure>()
  const goIn = () => void router.navigate({ to: '/', replace: true })
  if (wanted) {
    return <SecondStep {...wanted} onIn={goIn} onBack={() => void router.navigate({ to: '/login', replace: true })} />
  }
  return (
    <SignInCard title={title}>
      <p className="mt-0.5 text-sm text-muted-foreground wrap-anywhere">{lead}</p>
      {failure && <CardAlert ref={alert} text={failure.text} reference={failure.ref} />}
      <div className="mt-6">
        <PasswordForm<Name>
          {...(form as FormProps<Name>)}
          isWide
          onSubmit={() => setFailure(undefined)}
          onSave={async (values) => {
            const next = await enter(onSave(values))
            if (next) setWanted(next)
            else goIn()
          }}
          onFailure={(error) => {
            flushSync(() => setFailure(failureMessage(error)))
            alert.current?.focus()
          }}
        />
      </div>
    </SignInCard>
  )
}
