import { ImagePlus, Trash2 } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react'
import { isApiError } from '#contract/errors.ts'
import { noImage } from '~/lib/constants'
import { tellFailure } from '~/lib/failure'
import { acceptedImages, ImageError, type PreparedImage, prepareImage } from '~/lib/image'
import { cn } from '~/lib/utils'
import { FieldFrame, type FieldProps } from './fields/field-frame'
import { useFormContext, useLiveField } from './resource-form/form-context'
import { Button } from './ui/button'

interface ImageFieldProps extends FieldProps<string | null> {
  /** Sends a picture; answers where it can be seen. */
  upload: (picture: PreparedImage) => Promise<{ imgUrl: string }>
}

type Stage = 'preparing' | 'sending'
const stageText: Record<Stage, string> = {
  preparing: '画像を準備しています...',
  sending: 'アップロードしています...',
}

/** What went wrong with a picture; the API's own words about it where it has some. */
function sentenceOf(error: unknown): string {
  if (error instanceof ImageError) return error.message
  const [first] = isApiError(error) ? Object.values(error.fields ?? {}) : []
  return first ?? tellFailure(error).text
}

/** One picture: dropped, chosen or pasted; made smaller here, sent at once, and kept as the address it has then. */
export function ImageField({ upload, ...frame }: ImageFieldProps) {
  const { label } = frame
  const field = useLiveField(frame.field)
  const picker = useRef<HTMLInputElement>(null)
  const [stage, setStage] = useState<Stage>()
  const [trouble, setTrouble] = useState<string>()
  const [over, setOver] = useState(false)
  const { holds } = useFormContext()

  const take = async (file: File | null | undefined) => {
    if (!file || stage) return
    setTrouble(undefined)
    setStage('preparing')
    holds.set(field.name, '画像のアップロードが終わるまでお待ちください。')
    try {
      const picture = await prepareImage(file)
      if (!picture) return
      setStage('sending')
      field.handleChange((await upload(picture)).imgUrl)
    } catch (error) {
      setTrouble(sentenceOf(error))
    } finally {
      holds.delete(field.name)
      setStage(undefined)
    }
  }

  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  const onPaste = (event: ClipboardEvent) => {
    const [file] = event.clipboardData.files
    if (!file) return
    event.preventDefault()
    void take(file)
  }
  const value = field.state.value

  return (
    <FieldFrame
      {...frame}
      field={field}
      trouble={trouble}
      show={(url) => <Picture url={url} className="max-h-40 rounded-md" />}
    >
      {({ 'aria-required': _, ...input }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping and pasting are shortcuts for the button inside
        <div
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={onDrop}
          onPaste={onPaste}
          className={cn(
            'rounded-md border border-dashed border-input bg-card p-3',
            over && 'border-primary bg-accent',
            trouble && 'border-bad',
          )}
        >
          <input
            ref={picker}
            type="file"
            accept={acceptedImages}
            tabIndex={-1}
            aria-hidden
            data-testid={`${field.name}-file`}
            onChange={(event) => {
              void take(event.target.files?.[0])
              // The same file may be chosen again.
              event.target.value = ''
            }}
            className="sr-only"
          />
          {value !== null && !stage && <Picture url={value} className="mb-3 max-h-56 rounded-md" />}
          {stage ? (
            <div role="status" className="px-3 py-5 text-center text-sm text-muted-foreground">
              {stageText[stage]}
              <progress aria-label={stageText[stage]} className="mt-2 block h-1.5 w-full accent-primary" />
            </div>
          ) : (
            <div className="flex flex-wrap items-center gap-2">
              <Button
                {...input}
                // The label above names the field; the button says what it does as well.
                aria-label={`${label}: ${value === null ? '画像を選ぶ' : '画像を変更'}`}
                variant="outline"
                onClick={() => picker.current?.click()}
              >
                <ImagePlus aria-hidden />
                {value === null ? '画像を選ぶ' : '画像を変更'}
              </Button>
              {value !== null && (
                <Button variant="ghost" onClick={() => field.handleChange(null)}>
                  <Trash2 aria-hidden />
                  画像を削除
                </Button>
              )}
              <span className="text-xs text-muted-foreground">
                ここにドロップするか、コピーした画像を貼り付けられます。
              </span>
            </div>
          )}
        </div>
      )}
    </FieldFrame>
  )
}

/** A stored picture; the placeholder where it is missing or broken. */
export function Picture({ url, alt = '', className }: { url: string | null; alt?: string; className?: string }) {
  const [broken, setBroken] = useState<string>()
  const source = url === null || broken === url ? noImage : url
  return <img src={source} alt={alt} onError={() => url !== null && setBroken(url)} className={className} />
}
