import { lazy, Suspense, useState } from 'react'
import { FieldFrame, type FieldProps } from '../fields/field-frame'
import { CharacterCount } from '../fields/text-field'
import { useLiveField } from '../resource-form/form-context'
import { Skeleton } from '../ui/skeleton'
import { RichText } from './rich-text'

const Editor = lazy(() => import('./editor.lazy'))

interface RichTextFieldProps extends FieldProps<string> {
  required?: boolean
  /** Of the text, markup apart. */
  maxLength: number
}

/** Text with headings, lists and links; the editor is loaded with the first of these fields. */
export function RichTextField({ maxLength, ...frame }: RichTextFieldProps) {
  const { label } = frame
  const field = useLiveField(frame.field)
  const [length, setLength] = useState(0)
  return (
    <FieldFrame
      {...frame}
      field={field}
      show={(html) => <RichText html={html} />}
      aside={<CharacterCount count={length} max={maxLength} />}
    >
      {(input) => (
        <Suspense fallback={<Skeleton className="h-80 w-full" />}>
          <Editor
            input={input}
            label={label}
            html={field.state.value}
            onChange={(html) => field.handleChange(html)}
            onBlur={() => field.handleBlur()}
            onLength={setLength}
          />
        </Suspense>
      )}
    </FieldFrame>
  )
}
