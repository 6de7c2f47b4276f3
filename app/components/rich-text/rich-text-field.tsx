import { useState } from 'react'
import type { PreparedImage } from '~/lib/image'
import { FieldFrame, type FieldProps } from '../fields/field-frame'
import { CharacterCount } from '../fields/text-field'
import { lazyPart } from '../lazy-part'
import { useFormContext, useLiveField } from '../resource-form/form-context'
import { Skeleton } from '../ui/skeleton'
import { RichText } from './rich-text'

const Editor = lazyPart(() => import('./editor.lazy'), { waiting: <Skeleton className="h-80 w-full" /> })

interface RichTextFieldProps extends FieldProps<string> {
  /** Maximum length, without markup. */
  maxLength: number
  /** Set for articles and mails, which may contain pictures: uploads a picture and returns its URL. */
  upload?: UploadPicture
  /** Set for mails, which may contain a button instead of notes. */
  hasButton?: true
  /** Shown beside the number of characters. */
  aside?: (length: number) => string
}

/** Uploads a picture; cancelled by the signal. */
export type UploadPicture = (picture: PreparedImage, call: { signal: AbortSignal }) => Promise<{ imgUrl: string }>

/** Rich text field with headings, lists and links; loads the editor on first use. */
export function RichTextField({ maxLength, upload, hasButton, aside, ...frame }: RichTextFieldProps) {
  const { label } = frame
  const kind = hasButton ? 'mail' : upload ? 'article' : 'message'
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
        <Editor
          input={input}
          label={label}
          html={field.state.value}
          onChange={(html) => field.handleChange(html)}
          onBlur={() => field.handleBlur()}
          onLength={setLength}
          upload={upload}
          kind={kind}
          onHold={hold}
        />
      )}
    </FieldFrame>
  )
}
