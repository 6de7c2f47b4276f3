import { Search } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { isComposing } from '~/lib/composing'
import { cn } from '~/lib/utils'
import { inputClass } from '../ui/input-class'

/** Debounce of the keys after the first, in milliseconds. */
const typingPause = 120

interface SearchFieldProps {
  field: RefObject<HTMLInputElement | null>
  keyword: string
  hint: string
  /** `isFirst`: the first change since the field got the focus, which adds a history entry. */
  onSearch: (keyword: string, isFirst: boolean) => void
  /** Enter and ↓ move on to the results. */
  onLeave: (keyword: string) => void
}

/** Searches while typing: at once on the first key, debounced afterwards, never while an IME composes. */
export function SearchField({ field, keyword, hint, onSearch, onLeave }: SearchFieldProps) {
  const [text, setText] = useState(keyword)
  const requested = useRef(keyword)
  const inUrl = useRef(keyword)
  /** Keywords sent from here that are not in the URL yet. */
  const underWay = useRef<string[]>([])
  const isFirst = useRef(true)
  const composing = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  // Back, a saved view or 条件をクリア: the keyword changed from outside.
  if (keyword !== inUrl.current) {
    inUrl.current = keyword
    const own = underWay.current.indexOf(keyword)
    underWay.current = own < 0 ? [] : underWay.current.slice(own + 1)
    if (own < 0) {
      requested.current = keyword
      // Cancels the pending debounce, which would restore what was typed before.
      clearTimeout(timer.current)
      timer.current = undefined
      if (keyword !== text.trim()) setText(keyword)
    }
  }

  const search = (typed: string) => {
    const next = typed.trim()
    if (next === requested.current) return
    requested.current = next
    underWay.current = [...underWay.current, next]
    onSearch(next, isFirst.current)
    isFirst.current = false
  }

  const soon = (typed: string) => {
    const isPausing = timer.current !== undefined
    clearTimeout(timer.current)
    if (!isPausing) search(typed)
    timer.current = setTimeout(() => {
      timer.current = undefined
      search(typed)
    }, typingPause)
  }

  return (
    <search className="relative min-w-0 flex-1 basis-32 sm:max-w-sm sm:basis-56">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted-foreground"
      />
      <input
        ref={field}
        type="search"
        value={text}
        maxLength={100}
        placeholder={hint}
        aria-label={`検索（${hint}）`}
        aria-keyshortcuts="/"
        autoComplete="off"
        enterKeyHint="search"
        onFocus={() => {
          isFirst.current = true
        }}
        onChange={(event) => {
          setText(event.target.value)
          if (!composing.current) soon(event.target.value)
        }}
        onKeyDown={(event) => {
          if (isComposing(event) || (event.key !== 'Enter' && event.key !== 'ArrowDown')) return
          event.preventDefault()
          search(text)
          onLeave(text.trim())
        }}
        onCompositionStart={() => {
          composing.current = true
        }}
        onCompositionEnd={(event) => {
          composing.current = false
          // What was converted is complete: nothing to wait for.
          clearTimeout(timer.current)
          timer.current = undefined
          search(event.currentTarget.value)
        }}
        className={cn(inputClass, 'peer pl-9 text-ellipsis sm:pr-9')}
      />
      {text === '' && (
        <kbd
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-2.5 hidden -translate-y-1/2 rounded-sm border bg-muted px-1.5 font-sans text-xs text-muted-foreground peer-focus:hidden sm:pointer-fine:block"
        >
          /
        </kbd>
      )}
    </search>
  )
}
