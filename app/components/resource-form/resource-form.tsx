import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { keepConversion } from '~/lib/composing'
import { formatDateTime } from '~/lib/dates'
import { reload } from '~/lib/unloaded'
import { ConfirmDialog } from '../dialogs/confirm-dialog'
import { RefNumber } from '../status-pages'
import { Button } from '../ui/button'
import { Spinner } from '../ui/spinner'
import { FormContext } from './form-context'
import { StaleDialog } from './stale-dialog'
import type { AnyResourceForm } from './use-resource-form'

interface ResourceFormProps {
  form: AnyResourceForm
  onCancel: () => void
  /** Beside the buttons: a preview. */
  actions?: ReactNode
  /** Labels of the submit button, idle and busy, where they are not 登録 or 更新. */
  submit?: { label: string; busy: string }
  /** The fields. */
  children: ReactNode
}

/** Shell of every form: draft, errors, leave guard, confirmation, stale dialog, single submit. */
export function ResourceForm({ form, onCancel, actions, submit, children }: ResourceFormProps) {
  const { shell } = form
  const words = submit ?? { label: form.isNew ? '登録する' : '更新する', busy: '保存しています...' }
  const element = useRef<HTMLFormElement>(null)
  const failureText = useRef<HTMLDivElement>(null)
  const blocker = useGuard(shell.isDirty)

  useEffect(() => {
    if (shell.attempt === 0) return
    const first = element.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    ;(first ?? failureText.current)?.focus()
  }, [shell.attempt])

  const focusField = (name: string) => {
    const frame = element.current?.querySelector(`[data-field="${CSS.escape(name)}"]`)
    const inputs = 'input, select, textarea, button, [contenteditable=true]'
    ;(frame?.querySelector<HTMLElement>('[aria-invalid=true]') ?? frame?.querySelector<HTMLElement>(inputs))?.focus()
  }

  return (
    <FormContext value={shell.context}>
      <form
        ref={element}
        noValidate
        aria-busy={shell.isSaving || undefined}
        onSubmit={(event) => {
          event.preventDefault()
          shell.submit()
        }}
        onKeyDown={keepConversion}
      >
        {shell.draft.offered.length > 0 && (
          <div role="status" className="mb-5 space-y-2 rounded-md bg-accent px-4 py-2.5 text-sm text-accent-foreground">
            {shell.draft.offered.map((draft) => (
              <div key={draft.key} className="flex flex-wrap items-center justify-between gap-3">
                <span>保存していない入力が残っています（{formatDateTime(new Date(draft.at).toISOString())}）。</span>
                <span className="flex flex-wrap gap-2">
                  <Button variant="outline" onClick={() => shell.draft.refuse(draft)}>
                    破棄する
                  </Button>
                  <Button onClick={() => shell.restore(draft)}>前回の入力を復元する</Button>
                </span>
              </div>
            ))}
          </div>
        )}

        {shell.invalid.length > 0 && <ErrorSummary invalid={shell.invalid} focus={focusField} />}

        <div className="space-y-6 [&_:is(input,select,textarea,button,[contenteditable])]:scroll-my-32">{children}</div>

        <div className="sticky bottom-0 z-20 -mx-4 mt-8 border-t bg-background px-4 py-3 sm:-mx-6 sm:px-6">
          {shell.failure && (
            <div
              ref={failureText}
              role="alert"
              tabIndex={-1}
              className="mb-3 rounded-md bg-danger-surface px-4 py-2.5 text-sm text-bad"
            >
              {shell.failure.text}
              {shell.failure.ref && <RefNumber>{shell.failure.ref}</RefNumber>}
              {shell.failure.isOld && (
                <Button className="mt-2 flex" onClick={reload}>
                  再読み込み
                </Button>
              )}
            </div>
          )}
          <div className="flex flex-wrap items-center justify-end gap-3">
            {actions && <div className="mr-auto flex flex-wrap gap-3">{actions}</div>}
            <Button variant="outline" size="lg" onClick={onCancel}>
              キャンセル
            </Button>
            {/* Not `disabled`, since a disabled button would lose the focus. */}
            <Button type="submit" size="lg" aria-disabled={shell.isSaving || undefined}>
              {shell.isSaving && <Spinner className="size-4" />}
              {shell.isSaving ? words.busy : words.label}
            </Button>
          </div>
        </div>
      </form>

      {shell.question && (
        <ConfirmDialog
          check="nothing"
          title={shell.question.title}
          onYes={() => void shell.answer(true)}
          onNo={() => void shell.answer(false)}
        >
          <p className="whitespace-pre-line">{shell.question.text}</p>
        </ConfirmDialog>
      )}
      {shell.replacing && (
        <ConfirmDialog
          check="nothing"
          title="前回の入力を復元"
          yes="復元する"
          no="編集を続ける"
          offersNo
          onYes={() => shell.replacing && shell.restore(shell.replacing)}
          onNo={shell.keepTyped}
        >
          いま入力している内容は、前回の入力（{formatDateTime(new Date(shell.replacing.at).toISOString())}
          ）に置き換わります。
        </ConfirmDialog>
      )}
      {shell.stale && <StaleDialog {...shell.stale} looks={shell.context.looks} />}
      {blocker.status === 'blocked' && (
        <ConfirmDialog
          check="nothing"
          title="入力中の内容があります"
          yes="保存せずに離れる"
          no="編集を続ける"
          offersNo
          onYes={blocker.proceed}
          onNo={blocker.reset}
        >
          保存せずにこの画面を離れますか。入力した内容はこのブラウザーに残り、次に開いたときに復元できます。
        </ConfirmDialog>
      )}
    </FormContext>
  )
}

interface ErrorSummaryProps {
  invalid: { name: string; label: string; sentence: string }[]
  focus: (name: string) => void
}

/** Error summary: the number of invalid fields, and a link to each. */
const ErrorSummary = ({ invalid, focus }: ErrorSummaryProps) => (
  <div className="mb-6 rounded-md bg-danger-surface px-4 py-3 text-sm text-bad">
    <p role="alert" className="font-semibold">
      {invalid.length}件の入力内容を確認してください。
    </p>
    <ul className="mt-1.5 list-disc space-y-1 pl-5">
      {invalid.map(({ name, label, sentence }) => (
        <li key={name}>
          <a
            href={`#${name}`}
            onClick={(event) => {
              event.preventDefault()
              focus(name)
            }}
            className="underline underline-offset-4"
          >
            {sentence.includes(label) ? sentence : `${label}: ${sentence}`}
          </a>
        </li>
      ))}
    </ul>
  </div>
)

/** Confirms leaving with unsaved changes, except for the login route: the draft is kept. */
function useGuard(isDirty: () => boolean) {
  const shouldBlockFn = useCallback(
    ({ current, next }: { current: { pathname: string }; next: { pathname: string } }) =>
      isDirty() && next.pathname !== '/login' && next.pathname !== current.pathname,
    [isDirty],
  )
  return useBlocker({ shouldBlockFn, enableBeforeUnload: isDirty, withResolver: true })
}
