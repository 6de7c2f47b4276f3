import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useRef, useState } from 'react'
import type { AnswerOf } from '#contract/names.ts'
import { inputClass } from '~/components/ui/input-class'
import { isComposing } from '~/lib/composing'
import { cn } from '~/lib/utils'

/** Members that match part of a name or number, or a telephone number or birthday. */
export type FindMembers = (
  keyword: string,
  // biome-ignore lint/suspicious/noExplicitAny: any shape of query key is allowed
) => UseQueryOptions<AnswerOf<'member.list'>, Error, AnswerOf<'member.list'>, any>
export type FoundMember = AnswerOf<'member.list'>['list'][number]

interface MemberSearchProps {
  id?: string
  'aria-label'?: string
  placeholder: string
  find: FindMembers
  /** Users' ids of members who are not offered. */
  without?: readonly string[]
  /** Of the input, and of the list below it. */
  className?: string
  listClassName?: string
  /** What is read for so many found. */
  saying?: (count: number) => string
  saidClassName?: string
  onTake: (row: FoundMember) => void
  /** One found member. */
  children: (row: FoundMember) => ReactNode
}

/** Finds members: arrow keys go through those found, Enter takes one, Escape goes back; the focus returns to the input. */
export function MemberSearch({
  find,
  without = [],
  className,
  listClassName,
  saying = (count) => `${count}名見つかりました。`,
  saidClassName = 'sr-only',
  onTake,
  children,
  ...input
}: MemberSearchProps) {
  const [typed, setTyped] = useState('')
  const keyword = useDeferredValue(typed.trim())
  const { data, isPlaceholderData } = useQuery({
    ...find(keyword),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  })
  const field = useRef<HTMLInputElement>(null)
  const offered = keyword === '' ? [] : (data?.list ?? []).filter(({ id }) => !without.includes(id))
  // Enter takes nobody who was found for an earlier text.
  const isCurrent = keyword === typed.trim() && !isPlaceholderData
  const take = (row: FoundMember) => {
    setTyped('')
    field.current?.focus()
    onTake(row)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the input and the buttons inside
    <div onKeyDown={(event) => stepThrough(event, isCurrent)}>
      <input
        {...input}
        ref={field}
        type="search"
        autoComplete="off"
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className={cn(inputClass, className)}
      />
      {offered.length > 0 && (
        <ul aria-label="見つかった会員" className={cn('mt-1 divide-y rounded-md border bg-card', listClassName)}>
          {offered.map((row) => (
            <li key={row.id}>
              <button
                type="button"
                onClick={() => take(row)}
                className="flex min-h-10 w-full items-center gap-2 px-3 py-1.5 text-left text-sm hover:bg-muted focus-visible:bg-muted"
              >
                {children(row)}
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className={saidClassName}>
        {keyword !== '' && data && saying(offered.length)}
      </p>
    </div>
  )
}

/** Arrow keys between the input and those found; Enter in the input takes the first, Escape leads back to it. */
function stepThrough(event: KeyboardEvent<HTMLElement>, isCurrent: boolean) {
  if (isComposing(event)) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, li button')]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  if (event.key === 'Enter' && at === 0) {
    if (isCurrent) stops[1]?.click()
  } else if (event.key === 'ArrowDown') stops[Math.min(at + 1, stops.length - 1)]?.focus()
  else if (event.key === 'ArrowUp') stops[Math.max(at - 1, 0)]?.focus()
  else if (event.key === 'Escape' && at > 0) stops[0]?.focus()
  else return
  // Enter would submit the surrounding form.
  event.preventDefault()
}
