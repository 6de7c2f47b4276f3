import { X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { isComposing } from '~/lib/composing'
import { cn } from '~/lib/utils'
import { useLiveField } from '../resource-form/form-context'
import { inputClass } from '../ui/input-class'
import { FieldFrame, type FieldProps } from './field-frame'

interface TagsFieldProps extends FieldProps<string[]> {
  /** The maximum number. */
  most: number
  /** Existing tags, suggested while typing. */
  suggestions?: readonly string[]
}

const separators = /[,、\n]/

/** Short words, each added with Enter or a comma; text left in the input on blur is added too. */
export function TagsField({ most, suggestions = [], ...frame }: TagsFieldProps) {
  const field = useLiveField(frame.field)
  const tags = field.state.value
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)

  const add = (text: string) => {
    const words = text.split(separators).map((word) => word.trim())
    const added = words.filter((word, at) => word !== '' && words.indexOf(word) === at && !tags.includes(word))
    if (added.length > 0) field.handleChange([...tags, ...added])
    setTyped('')
  }
  /** Text still being composed by an IME is not a tag yet. */
  const read = (text: string, isConverting: boolean) => {
    if (!isConverting && separators.test(text)) add(text)
    else setTyped(text)
  }
  const remove = (tag: string) => {
    field.handleChange(tags.filter((one) => one !== tag))
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault()
      add(typed)
    }
    const last = tags.at(-1)
    // A held Backspace clears the text but does not go on to remove tags.
    if (event.key === 'Backspace' && !event.repeat && typed === '' && last !== undefined) remove(last)
  }

  return (
    <FieldFrame {...frame} field={field} show={(value) => value.join('、')} aside={`${tags.length} / ${most}個`}>
      {(attributes) => (
        <div className="space-y-2">
          {tags.length > 0 && (
            <ul aria-label={`${frame.label}（${tags.length}個）`} className="flex flex-wrap gap-1.5">
              {tags.map((tag) => (
                <li key={tag} className="inline-flex items-center rounded-full bg-accent pl-3 text-sm">
                  <span className="wrap-anywhere">{tag}</span>
                  <button
                    type="button"
                    aria-label={`${tag}を外す`}
                    onClick={() => remove(tag)}
                    className="grid size-8 shrink-0 place-items-center rounded-full text-muted-foreground hover:text-foreground"
                  >
                    <X aria-hidden className="size-3.5" />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <input
            {...attributes}
            ref={input}
            list={suggestions.length > 0 ? `${attributes.id}-used` : undefined}
            value={typed}
            onChange={({ target, nativeEvent }) => read(target.value, (nativeEvent as InputEvent).isComposing)}
            onCompositionEnd={({ currentTarget }) => read(currentTarget.value, false)}
            onKeyDown={onKeyDown}
            onBlur={() => {
              add(typed)
              field.handleBlur()
            }}
            className={cn(inputClass, 'sm:max-w-80')}
          />
          <datalist id={`${attributes.id}-used`}>
            {suggestions
              .filter((word) => !tags.includes(word))
              .map((word) => (
                <option key={word} value={word} />
              ))}
          </datalist>
        </div>
      )}
    </FieldFrame>
  )
}
