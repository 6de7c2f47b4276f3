import type { MailPreview } from '#contract/mail.ts'
import { FieldFrame } from '~/components/fields/field-frame'
import { type FieldHandle, useLiveField } from '~/components/resource-form/form-context'
import { inputClass } from '~/components/ui/input-class'
import { cn } from '~/lib/utils'

interface SleepingFieldProps {
  field: FieldHandle<string | null>
  preview: MailPreview | undefined
}

/** Including dormant members requires a reason. */
export function SleepingField({ field: handle, preview }: SleepingFieldProps) {
  const field = useLiveField(handle)
  const reason = field.state.value
  const areLeftOut = preview?.excluded.some((one) => one.reason === 'sleeping') === true
  if (!areLeftOut && reason === null) return null
  return (
    <FieldFrame
      field={field}
      label={reason === null ? '休眠会員' : '休眠会員に送る理由'}
      help="しばらく来館のない会員は、一斉のメールが退会を考えるきっかけになりやすいため、除外しています。"
      group
      show={(text) => text}
    >
      {({ id, 'aria-describedby': describedBy, 'aria-invalid': invalid }) => (
        <>
          <label className="inline-flex min-h-9 cursor-pointer items-center gap-2.5 text-sm">
            <input
              type="checkbox"
              checked={reason !== null}
              onChange={({ target }) => field.handleChange(target.checked ? '' : null)}
              className="size-4 accent-primary"
            />
            休眠会員にも送る
          </label>
          {reason !== null && (
            <input
              id={id}
              aria-label="休眠会員に送る理由"
              aria-describedby={describedBy}
              aria-invalid={invalid}
              aria-required
              value={reason}
              maxLength={200}
              placeholder="例: 店舗の閉店をお知らせするため"
              onChange={({ target }) => field.handleChange(target.value)}
              onBlur={() => field.handleBlur()}
              className={cn(inputClass, 'mt-1')}
            />
          )}
        </>
      )}
    </FieldFrame>
  )
}
