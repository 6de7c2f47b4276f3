import { useEffect, useRef } from 'react'
import { mailVariables } from '#contract/words/mail.ts'
import { notify } from '~/lib/notices'

/** Whether a text can be written into this element. */
const isText = (element: EventTarget | null): element is HTMLElement =>
  element instanceof HTMLElement && element.matches('input, textarea, [contenteditable=true]')

interface VariableChipsProps {
  /** The names of the fields that may hold variables, as `data-field` has them. */
  into: readonly string[]
}

/** The variables of a mail: a press writes one where the cursor was last. */
export function VariableChips({ into }: VariableChipsProps) {
  const field = useRef<HTMLElement>(null)
  const own = useRef<HTMLDivElement>(null)
  const names = into.join()
  useEffect(() => {
    const form = own.current?.closest('form')
    const onFocus = ({ target }: FocusEvent) => {
      const name = (target as Element).closest<HTMLElement>('[data-field]')?.dataset.field
      if (isText(target) && name !== undefined && names.split(',').includes(name)) field.current = target
    }
    form?.addEventListener('focusin', onFocus)
    return () => form?.removeEventListener('focusin', onFocus)
  }, [names])

  const insert = (name: string) => {
    if (!field.current?.isConnected)
      return notify.message('件名・本文・署名のどれかにカーソルを置いてから選択してください。')
    field.current.focus()
    // The one way that reaches inputs and the editor alike, and that their 元に戻す knows.
    document.execCommand('insertText', false, `{{${name}}}`)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would take part in the form
    <div ref={own} role="group" aria-label="差し込み">
      <p className="mb-1.5 text-sm font-medium">差し込み</p>
      <div className="flex flex-wrap gap-2">
        {Object.entries(mailVariables).map(([name, help]) => (
          <button
            key={name}
            type="button"
            title={help}
            // The cursor stays in the text.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => insert(name)}
            className="inline-flex min-h-8 items-center rounded-full border border-input/70 bg-card px-3 text-[13px] hover:bg-muted"
          >
            {name}
          </button>
        ))}
      </div>
      <p className="mt-1.5 text-xs text-muted-foreground">
        件名・本文・署名のカーソルの位置に入ります。会員ごとの内容に置き換えて送信します。
      </p>
    </div>
  )
}
