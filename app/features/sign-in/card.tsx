import { Link } from '@tanstack/react-router'
import type { ReactNode, Ref } from 'react'
import { Brand } from '~/components/brand'
import { RefNumber } from '~/components/status-pages'

/** The card of a page outside of the frame: before somebody is signed in. */
export const SignInCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className="grid min-h-dvh place-items-center px-4 py-10">
    <div className="w-full max-w-105 rounded-lg border bg-card px-5 py-7 shadow-card sm:px-9 sm:py-9">
      <Brand />
      <h1 className="mt-6 text-xl font-semibold">{title}</h1>
      {children}
    </div>
  </main>
)

/** Why it did not work. */
export const CardAlert = ({
  ref,
  text,
  reference,
}: {
  ref?: Ref<HTMLDivElement>
  text: string
  reference?: string | undefined
}) => (
  <div
    ref={ref}
    role="alert"
    tabIndex={-1}
    className="mt-4 rounded-md bg-danger-surface px-3.5 py-2.5 text-sm text-bad"
  >
    {text}
    {reference && <RefNumber>{reference}</RefNumber>}
  </div>
)

export const BackToLogin = () => (
  <p className="mt-6 text-center text-sm">
    <Link to="/login" className="text-muted-foreground underline underline-offset-4 hover:text-foreground">
      ログイン画面へ戻る
    </Link>
  </p>
)

interface CardFieldProps {
  name: string
  label: string
  type: 'email' | 'password'
  autoComplete: string
  help?: string
  error?: string | undefined
  ref: Ref<HTMLInputElement>
}

/** The browser's own input, so that what was typed before our code arrived is kept. */
export const CardField = ({ name, label, help, error, ...input }: CardFieldProps) => (
  <div>
    <label htmlFor={name} className="text-sm font-medium">
      {label}
    </label>
    <input
      {...input}
      id={name}
      name={name}
      autoCapitalize="none"
      spellCheck={false}
      required
      aria-invalid={error ? true : undefined}
      aria-describedby={[error && `${name}-error`, help && `${name}-help`].filter(Boolean).join(' ') || undefined}
      className="mt-1.5 h-11 w-full rounded-md border border-input bg-card px-3.5 text-base aria-invalid:border-bad"
    />
    {error && (
      <p id={`${name}-error`} role="alert" className="mt-1.5 text-sm text-bad">
        {error}
      </p>
    )}
    {help && (
      <p id={`${name}-help`} className="mt-1.5 text-xs text-muted-foreground">
        {help}
      </p>
    )}
  </div>
)
