import { Link } from '@tanstack/react-router'
import type { ReactNode, Ref, RefObject } from 'react'
import { Brand } from '~/components/brand'
import { InputError, signInInputClass } from '~/components/fields/password-field'
import { RefNumber } from '~/components/status-pages'
import { Spinner } from '~/components/ui/spinner'
import { publicConfig } from '~/lib/config'
import { cn } from '~/lib/utils'

/** Card layout of pages before sign-in. */
export const SignInCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className="grid min-h-dvh place-items-center px-4 py-10">
    <div className="w-full max-w-105 rounded-lg border bg-card px-5 py-7 shadow-card sm:px-9 sm:py-9">
      <div className="flex items-center justify-between gap-3">
        <Brand />
        {publicConfig().appEnv === 'trial' && (
          <span className="shrink-0 rounded-full border px-2 text-xs text-muted-foreground">試用</span>
        )}
      </div>
      <h1 className="mt-6 text-xl font-semibold">{title}</h1>
      {children}
    </div>
  </main>
)

export const LoadingCard = ({ title }: { title: string }) => (
  <SignInCard title={title}>
    <p role="status" className="mt-4 flex items-center gap-2 text-sm text-muted-foreground">
      <Spinner className="size-4" />
      読み込み中...
    </p>
  </SignInCard>
)

interface CardAlertProps {
  ref?: Ref<HTMLDivElement>
  text: string
  reference?: string | undefined
}

/** Error message. */
export const CardAlert = ({ ref, text, reference }: CardAlertProps) => (
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

interface EmailFieldProps {
  /** Where the page reads it by itself. */
  input?: RefObject<HTMLInputElement | null>
  error: string | undefined
  autoFocus?: boolean
}

/** Uncontrolled, so that input typed before hydration is kept. */
export const EmailField = ({ input, error, autoFocus }: EmailFieldProps) => (
  <div>
    <label htmlFor="email" className="text-sm font-medium">
      メールアドレス
    </label>
    <input
      ref={input}
      // biome-ignore lint/a11y/noAutofocus: signing in is all that this page is for
      autoFocus={autoFocus}
      id="email"
      name="email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      required
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? 'email-error' : undefined}
      className={cn(signInInputClass, error && 'border-bad')}
    />
    <InputError id="email-error">{error}</InputError>
  </div>
)
