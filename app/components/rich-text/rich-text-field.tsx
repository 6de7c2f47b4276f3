import { lazy, Suspense, useState } from 'react'
import type { PreparedImage } from '~/lib/image'
import { FieldFrame, type FieldProps } from '../fields/field-frame'
import { CharacterCount } from '../fields/text-field'
import { useFormContext, useLiveField } from '../resource-form/form-context'
import { Skeleton } from '../ui/skeleton'
import { RichText } from './rich-text'

const Editor = lazy(() => import('./editor.lazy'))

interface RichTextFieldProps extends FieldProps<string> {
  required?: boolean
  /** Of the text, markup apart. */
  maxLength: number
  /** An article may hold pictures and notes; this sends a picture and answers its address. */
  upload?: UploadPicture
  /** Said beside the number of characters. */
  aside?: (length: number) => string
}

/** Sends a picture; cancelled by the signal. */
export type UploadPicture = (picture: PreparedImage, call: { signal: AbortSignal }) => Promise<{ imgUrl: string }>

/** Text with headings, lists and links; the editor is loaded with the first of these fields. */
export function RichTextField({ maxLength, upload, aside, ...frame }: RichTextFieldProps) {
  const { label } = frame
  const kind = upload ? 'article' : 'message'
  const { holds } = useFormContext()
  const hold = (text: string | undefined) => (text ? holds.set(field.name, text) : holds.delete(field.name))
  const field = useLiveField(frame.field)
  const [length, setLength] = useState(0)
  return (
    <FieldFrame
      {...frame}
      field={field}
      show={(html) => <RichText html={html} kind={kind} />}
      aside={
        <>
          {aside && <span className="figures mr-3 text-xs text-muted-foreground">{aside(length)}</span>}
          <CharacterCount count={length} max={maxLength} />
        </>
      }
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
            upload={upload}
            onHold={hold}
          />
        </Suspense>
      )}
    </FieldFrame>
  )
}
