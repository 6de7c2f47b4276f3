import { ImagePlus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { isApiError } from '#contract/errors.ts'
import { dailyReportFields } from '#contract/words/fields/daily-report.ts'
import { FieldFrame } from '~/components/fields/field-frame'
import { Picture } from '~/components/picture'
import { type FieldHandle, useFormContext, useLiveField } from '~/components/resource-form/form-context'
import { Button } from '~/components/ui/button'
import { Spinner } from '~/components/ui/spinner'
import { createImage } from '~/functions/image'
import { failureMessage } from '~/lib/failure'
import { acceptedImages, ImageError, prepareImage } from '~/lib/image'

const most = 5

/** Up to five photos, from the camera or the album; several can be chosen at once. */
export function PhotosField({ field: handle }: { field: FieldHandle<string[]> }) {
  const field = useLiveField(handle)
  const picker = useRef<HTMLInputElement>(null)
  const [trouble, setTrouble] = useState<string>()
  const [isSending, setSending] = useState(false)
  const { holds } = useFormContext()
  const urls = field.state.value
  // Uploads finish one by one: each is added to the current value.
  const newest = useRef(urls)
  newest.current = urls

  const take = async (files: File[]) => {
    const room = most - newest.current.length
    setTrouble(files.length > room ? `写真は${most}枚までです。` : undefined)
    setSending(true)
    holds.set(field.name, '写真のアップロードが終わるまでお待ちください。')
    for (const file of files.slice(0, room)) {
      try {
        const data = await prepareImage(file)
        if (!data) continue
        const { imgUrl } = await createImage({ data })
        field.handleChange([...newest.current, imgUrl])
      } catch (error) {
        // The others are taken all the same.
        const [first] = isApiError(error) ? Object.values(error.fields ?? {}) : []
        const text = error instanceof ImageError ? error.message : (first ?? failureMessage(error).text)
        setTrouble(files.length > 1 ? `「${file.name}」: ${text}` : text)
      }
    }
    holds.delete(field.name)
    setSending(false)
  }

  return (
    <FieldFrame
      field={field}
      label={dailyReportFields.imgUrls}
      group
      trouble={trouble}
      help={`${most}枚まで。`}
      show={(shown) => `${shown.length}枚`}
    >
      {() => (
        <div className="space-y-3">
          {urls.length > 0 && (
            <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
              {urls.map((url, at) => (
                <li key={url} className="relative">
                  <Picture
                    url={url}
                    alt={`写真${at + 1}`}
                    className="aspect-4/3 w-full rounded-md border object-cover"
                  />
                  <Button
                    variant="outline"
                    size="icon"
                    aria-label={`写真${at + 1}を削除`}
                    onClick={() => field.handleChange(urls.filter((one) => one !== url))}
                    className="absolute top-1 right-1"
                  >
                    <Trash2 aria-hidden />
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <input
            ref={picker}
            type="file"
            accept={acceptedImages}
            multiple
            tabIndex={-1}
            aria-hidden
            data-testid={`${field.name}-file`}
            onChange={({ target }) => {
              void take([...(target.files ?? [])])
              // Allows choosing the same file again.
              target.value = ''
            }}
            className="sr-only"
          />
          {urls.length < most && (
            <Button
              variant="outline"
              size="lg"
              aria-disabled={isSending || undefined}
              onClick={() => !isSending && picker.current?.click()}
            >
              {isSending ? <Spinner className="size-4" /> : <ImagePlus aria-hidden />}
              {isSending ? 'アップロードしています...' : '写真を追加'}
            </Button>
          )}
        </div>
      )}
    </FieldFrame>
  )
}
