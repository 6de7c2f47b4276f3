import { type FocusEvent, type ReactNode, useId, useRef } from 'react'
import { placeOf } from '#contract/mail-text.ts'
import { mailVariables } from '#contract/words/mail.ts'
import { valuesOf } from '#contract/words/words.ts'

/** Fields whose text may contain variables, with buttons that insert a variable at the last caret position. */
export function VariableFields({ children }: { children: ReactNode }) {
  const id = useId()
  const area = useRef<HTMLDivElement>(null)
  const last = useRef<HTMLElement>(null)

  const remember = ({ target }: FocusEvent<HTMLElement>) => {
    if (target.matches('input[type=text], textarea, [contenteditable=true]')) last.current = target
  }
  const insert = (text: string) => {
    const body = area.current?.querySelector<HTMLElement>('[contenteditable=true]')
    const field = last.current?.isConnected ? last.current : body
    field?.focus()
    // Deprecated, but the only way to insert into inputs and the editor alike with undo by Ctrl+Z.
    if (field) document.execCommand('insertText', false, text)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it remembers which of its fields had the caret, and does nothing else
    <div ref={area} onFocus={remember} className="space-y-6">
      <fieldset
        aria-describedby={id}
        className="z-10 rounded-lg border bg-card px-4 py-3 shadow-card sm:sticky sm:top-header"
      >
        <legend className="sr-only">差し込み</legend>
        <p id={id} className="flex flex-wrap gap-x-3 text-xs text-muted-foreground">
          <span className="font-medium text-foreground">差し込み</span>
          件名・本文・署名のカーソルの位置に入り、送信のときに会員ごとの内容に置き換わります。
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          {valuesOf(mailVariables).map((name) => (
            <button
              key={name}
              type="button"
              title={mailVariables[name]}
              aria-label={`${name}を差し込む`}
              // Keeps the caret in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insert(placeOf(name))}
              className="inline-flex h-8 items-center rounded-full bg-accent px-3 text-[13px] font-medium text-accent-foreground hover:bg-muted"
            >
              {name}
            </button>
          ))}
        </div>
      </fieldset>
      {children}
    </div>
  )
}
