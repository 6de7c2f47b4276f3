import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { Column } from '#contract/column.ts'
import { FieldFrame, type FieldProps } from '~/components/fields/field-frame'
import { useLiveField } from '~/components/resource-form/form-context'
import { Button } from '~/components/ui/button'
import { inputClass } from '~/components/ui/input-class'
import { serverQuery } from '~/data/query'
import { listColumns } from '~/functions/column'
import { cn } from '~/lib/utils'

interface RelatedFieldProps extends FieldProps<string[]> {
  /** The edited column, which cannot be related to itself. */
  of: Column | undefined
  /** Titles of those chosen before. */
  known: Column['related'] | undefined
}

const most = 3

/** Up to three related columns, found by keyword. */
export function RelatedField({ of: row, known, ...frame }: RelatedFieldProps) {
  const field = useLiveField(frame.field)
  const chosen = field.state.value
  const [typed, setTyped] = useState('')
  const keyword = useDeferredValue(typed.trim())
  const [titles, setTitles] = useState(() => new Map(known?.map(({ id, title }) => [id, title])))
  const { data } = useQuery({
    ...serverQuery('column.list', listColumns)({ keyword, limit: 6 }),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  })
  const titleOf = (id: string) => titles.get(id) ?? `コラム ${id}`
  const offered = keyword === '' ? [] : (data?.list ?? []).filter(({ id }) => id !== row?.id && !chosen.includes(id))

  const add = (id: string, title: string) => {
    setTitles(new Map(titles).set(id, title))
    field.handleChange([...chosen, id])
    setTyped('')
  }

  return (
    <FieldFrame
      {...frame}
      field={field}
      group
      show={(ids) => ids.map(titleOf).join('、')}
      aside={`${chosen.length} / ${most}件`}
    >
      {({ id, 'aria-describedby': describedBy }) => (
        <div className="space-y-2">
          {chosen.length > 0 && (
            <ol className="divide-y rounded-md border bg-card">
              {chosen.map((one) => (
                <li key={one} className="flex items-center justify-between gap-3 py-1 pr-1 pl-3 text-sm">
                  <span className="wrap-anywhere">{titleOf(one)}</span>
                  <Button
                    variant="ghost"
                    size="icon"
                    aria-label={`${titleOf(one)}を外す`}
                    onClick={() => field.handleChange(chosen.filter((other) => other !== one))}
                  >
                    <X aria-hidden />
                  </Button>
                </li>
              ))}
            </ol>
          )}
          {chosen.length < most && (
            <>
              <input
                type="search"
                id={`${id}-search`}
                aria-label="関連コラムを検索"
                aria-describedby={describedBy}
                value={typed}
                maxLength={100}
                placeholder="タイトル・本文・タグで検索"
                onChange={(event) => setTyped(event.target.value)}
                onKeyDown={(event) => {
                  // Enter would submit the form.
                  if (event.key === 'Enter') event.preventDefault()
                }}
                className={cn(inputClass, 'sm:max-w-80')}
              />
              {offered.length > 0 && (
                <ul aria-label="見つかったコラム" className="divide-y rounded-md border bg-card">
                  {offered.map(({ id: one, title }) => (
                    <li key={one}>
                      <button
                        type="button"
                        onClick={() => add(one, title)}
                        className="flex min-h-9 w-full items-center gap-2 px-3 py-1.5 text-left text-sm hover:bg-muted"
                      >
                        <Plus aria-hidden className="size-4 shrink-0" />
                        <span className="wrap-anywhere">{title}</span>
                      </button>
                    </li>
                  ))}
                </ul>
              )}
              <p role="status" className="sr-only">
                {keyword !== '' && `${offered.length}件見つかりました。`}
              </p>
            </>
          )}
        </div>
      )}
    </FieldFrame>
  )
}
