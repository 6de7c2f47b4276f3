import { useState } from 'react'
import { foldText } from '#contract/fold-text.ts'
import { FieldFrame, type FieldProps } from '~/components/fields/field-frame'
import { useLiveField } from '~/components/resource-form/form-context'
import { Button } from '~/components/ui/button'
import { inputClass } from '~/components/ui/input-class'
import { cn } from '~/lib/utils'

/** All shops, or a list of them. */
export interface ScopeValue {
  scope: 'all' | 'shops'
  shopIds?: string[] | undefined
}

export interface ScopeOption {
  id: string
  name: string
  nameKana: string | null
  code: string
}

interface ScopeFieldProps extends FieldProps<ScopeValue> {
  /** The shops in the user's scope. */
  options: readonly ScopeOption[]
  /** Whether the user may choose all shops. */
  allowAll: boolean
}

const noShops: ScopeValue = { scope: 'shops', shopIds: [] }

/** From this number on, the list has a search field. */
const manyOptions = 8

/** 全店舗, or several of the user's shops. */
export function ScopeField({ options, allowAll, ...frame }: ScopeFieldProps) {
  const field = useLiveField(frame.field)
  return (
    <FieldFrame {...frame} field={field} group empty={noShops} show={(shown) => scopeText(shown, options)}>
      {({ id, 'aria-invalid': invalid }) => (
        <ScopeInput
          id={id}
          invalid={invalid}
          value={field.state.value}
          onChange={(value) => field.handleChange(value)}
          onBlur={() => field.handleBlur()}
          options={options}
          allowAll={allowAll}
        />
      )}
    </FieldFrame>
  )
}

interface ScopeInputProps extends Pick<ScopeFieldProps, 'options' | 'allowAll'> {
  id: string
  invalid?: true | undefined
  value: ScopeValue
  onChange: (value: ScopeValue) => void
  onBlur?: () => void
}

/** The input of a shop scope outside a form. */
export function ScopeInput({ id, invalid, value, onChange, onBlur, options, allowAll }: ScopeInputProps) {
  const chosen = value.shopIds ?? []
  const [search, setSearch] = useState('')
  const wanted = foldText(search)
  const found = options.filter((one) =>
    [one.name, one.nameKana ?? '', one.code].some((text) => foldText(text).includes(wanted)),
  )
  const choose = (shopIds: string[]) => onChange({ scope: 'shops', shopIds })
  const toggle = (id: string) =>
    choose(
      chosen.includes(id)
        ? chosen.filter((one) => one !== id)
        : // In the usual order of shops.
          options.map((one) => one.id).filter((one) => one === id || chosen.includes(one)),
    )

  return (
    <div className="space-y-3">
      {allowAll && (
        <div className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
          {(['all', 'shops'] as const).map((scope) => (
            <label key={scope} className="inline-flex min-h-9 cursor-pointer items-center gap-2.5">
              <input
                type="radio"
                name={`${id}-scope`}
                checked={value.scope === scope}
                onChange={() => onChange({ scope, shopIds: [] })}
                onBlur={onBlur}
                className="size-4 accent-primary"
              />
              {scope === 'all' ? '全店舗' : '店舗を選ぶ'}
            </label>
          ))}
        </div>
      )}
      {value.scope === 'shops' && (
        <div className="rounded-md border border-input bg-card">
          <div className="flex flex-wrap items-center gap-2 border-b px-3 py-2">
            {options.length >= manyOptions && (
              <input
                type="search"
                aria-label="店舗を検索"
                placeholder="店舗名・フリガナ・コードで検索"
                value={search}
                onChange={(event) => setSearch(event.target.value)}
                onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
                className={cn(inputClass, 'w-auto min-w-24 flex-1')}
              />
            )}
            <span aria-live="polite" className="figures mr-auto px-1 text-xs text-muted-foreground">
              {chosen.length} / {options.length}店舗を選択中
            </span>
            <Button variant="ghost" onClick={() => choose(options.map((one) => one.id))}>
              すべて選択する
            </Button>
            <Button variant="ghost" onClick={() => choose([])}>
              選択を解除する
            </Button>
          </div>
          <ul className="max-h-64 overflow-y-auto px-1 py-1 sm:grid sm:grid-cols-2">
            {found.map((one) => (
              <li key={one.id}>
                <label className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 text-sm hover:bg-muted">
                  <input
                    type="checkbox"
                    checked={chosen.includes(one.id)}
                    aria-invalid={invalid}
                    onChange={() => toggle(one.id)}
                    onBlur={onBlur}
                    className="size-4 shrink-0 accent-primary"
                  />
                  <span className="truncate">{one.name}</span>
                  <span className="figures ml-auto text-xs text-muted-foreground">{one.code}</span>
                </label>
              </li>
            ))}
            {found.length === 0 && (
              <li className="px-3 py-4 text-sm text-muted-foreground">該当する店舗がありません。</li>
            )}
          </ul>
        </div>
      )}
    </div>
  )
}

/** 「全店舗」, or the names: 「新宿店、渋谷店」. Shops out of scope are counted. */
export function scopeText({ scope, shopIds = [] }: ScopeValue, options: readonly ScopeOption[]): string {
  if (scope === 'all') return '全店舗'
  const names = shopIds.map((id) => options.find((one) => one.id === id)?.name)
  const known = names.filter((name) => name !== undefined)
  const unknown = names.length - known.length
  return [...known, ...(unknown > 0 ? [`ほか${unknown}店舗`] : [])].join('、') || '–'
}
