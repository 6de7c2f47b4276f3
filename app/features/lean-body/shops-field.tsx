import { FieldFrame, type FieldProps } from '~/components/fields/field-frame'
import { useLiveField } from '~/components/resource-form/form-context'
import { ScopeInput, type ScopeOption, type ScopeValue, scopeText } from '~/nouns/shop/scope-field'

/** Null: every shop. An empty list means no choice yet, which the schema rejects. */
export const scopeOf = (shopIds: string[] | null): ScopeValue =>
  shopIds === null ? { scope: 'all', shopIds: [] } : { scope: 'shops', shopIds }

interface ShopsFieldProps extends FieldProps<string[] | null> {
  options: readonly ScopeOption[]
}

/** 全店舗, or several of them. */
export function ShopsField({ options, ...frame }: ShopsFieldProps) {
  const field = useLiveField(frame.field)
  return (
    <FieldFrame {...frame} field={field} group show={(value) => scopeText(scopeOf(value), options)}>
      {({ id, 'aria-invalid': invalid }) => (
        <ScopeInput
          id={id}
          invalid={invalid}
          value={scopeOf(field.state.value)}
          onChange={({ scope, shopIds }) => field.handleChange(scope === 'all' ? null : (shopIds ?? []))}
          onBlur={() => field.handleBlur()}
          options={options}
          allowAll
        />
      )}
    </FieldFrame>
  )
}
