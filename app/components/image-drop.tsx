import { ImagePlus, Trash2 } from 'lucide-react'
import { type ClipboardEvent, type ComponentType, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { isApiError } from '#contract/errors.ts'
import { serverFnFetch } from '~/data/server-fetch'
import { failureMessage } from '~/lib/failure'
import { acceptedImages, ImageError, type PreparedImage, prepareImage } from '~/lib/image'
import { notify } from '~/lib/notices'
import { uploadFetch } from '~/lib/upload-fetch'
import { DropZone } from './drop-zone'
import { FieldFrame, type FieldProps } from './fields/field-frame'
import type { CropDialogProps } from './image-crop.lazy'
import { Picture } from './picture'
import { useFormContext, useLiveField } from './resource-form/form-context'
import { Button } from './ui/button'
import { Progress } from './ui/progress'

interface ImageFieldProps extends FieldProps<string | null> {
  /** Uploads a picture with these call options; returns its URL. */
  upload: (picture: PreparedImage, call: { fetch: typeof fetch; signal: AbortSignal }) => Promise<{ imgUrl: string }>
  /** Aspect ratio (width ÷ height) to crop to before upload; absent: no cropping. */
  shape?: number
}

type Stage = 'preparing' | 'sending' | 'checking'
const stageText: Record<Stage, string> = {
  preparing: '画像を準備しています...',
  sending: 'アップロードしています...',
  checking: '画像を確認しています...',
}

/** The message for a failed picture: the API's field error where there is one. */
function sentenceOf(error: unknown): string {
  if (error instanceof ImageError) return error.message
  const [first] = isApiError(error) ? Object.values(error.fields ?? {}) : []
  return first ?? failureMessage(error).text
}

const waiting = '画像のアップロードが終わるまでお待ちください。'

/** One picture, dropped, chosen or pasted: resized in the browser, uploaded at once, stored as its URL. */
export function ImageField({ upload, shape, ...frame }: ImageFieldProps) {
  const { label } = frame
  const field = useLiveField(frame.field)
  const chooser = useRef<HTMLButtonElement>(null)
  const abort = useRef<AbortController>(null)
  const [stage, setStage] = useState<Stage>()
  /** How much has been sent, 0 to 1. */
  const [share, setShare] = useState(0)
  const [trouble, setTrouble] = useState<string>()
  const [cropping, setCropping] = useState<
    Omit<CropDialogProps, 'label'> & { Dialog: ComponentType<CropDialogProps> }
  >()
  const { holds } = useFormContext()

  const cropTo = (shape: number) => async (file: File) => {
    const { default: Dialog } = await import('./image-crop.lazy')
    // The dialog returns the focus to the current element.
    chooser.current?.focus()
    const part = await new Promise<File | null>((onDone) => setCropping({ Dialog, file, shape, onDone }))
    setCropping(undefined)
    return part
  }

  const take = async (file: File | null | undefined) => {
    if (!file) return
    if (abort.current) return notify.error(waiting)
    setTrouble(undefined)
    setStage('preparing')
    setShare(0)
    holds.set(field.name, waiting)
    const controller = new AbortController()
    const { signal } = controller
    abort.current = controller
    const onProgress = (sent: number) => {
      setShare(sent)
      // Sent completely; the API is processing it.
      setStage(sent < 1 ? 'sending' : 'checking')
    }
    try {
      const picture = await prepareImage(file, shape === undefined ? undefined : cropTo(shape))
      if (!picture || signal.aborted) return
      setStage('sending')
      const { imgUrl } = await upload(picture, { fetch: serverFnFetch(uploadFetch(onProgress)), signal })
      if (!signal.aborted) field.handleChange(imgUrl)
    } catch (error) {
      if (!signal.aborted) setTrouble(sentenceOf(error))
    } finally {
      // Another upload may have started since this one was cancelled.
      if (abort.current === controller) settle()
    }
  }

  const settle = () => {
    abort.current = null
    holds.delete(field.name)
    setStage(undefined)
  }
  const stop = () => {
    abort.current?.abort()
    settle()
    chooser.current?.focus()
    notify.message('画像のアップロードを中止しました。')
  }
  useEffect(() => () => abort.current?.abort(), [])

  const onFiles = (files: readonly File[]) => {
    if (files.length === 0) return setTrouble('画像のファイルをドロップしてください。')
    if (files.length > 1) notify.message('画像は1枚だけ選べます。1枚目を使用します。')
    void take(files[0])
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
        <DropZone
          accept={acceptedImages}
          testId={`${field.name}-file`}
          hasTrouble={trouble !== undefined}
          onFiles={onFiles}
          onPaste={onPaste}
          className="rounded-md p-3"
        >
          {(choose) => (
            <>
              {value !== null && !stage && <Picture url={value} className="mb-3 max-h-56 rounded-md" />}
              {stage && (
                <div className="mb-3 flex items-center gap-4 text-sm text-muted-foreground">
                  <div className="flex-1">
                    <div className="flex justify-between gap-3">
                      <p role="status">{stageText[stage]}</p>
                      {stage === 'sending' && (
                        <p aria-hidden className="figures">
                          {Math.floor(share * 100)}%
                        </p>
                      )}
                    </div>
                    <Progress
                      aria-label={`${label}のアップロード`}
                      value={stage === 'sending' ? share : undefined}
                      className="mt-2"
                    />
                  </div>
                  <Button variant="outline" aria-label={`${label}のアップロードを中止`} onClick={stop}>
                    中止する
                  </Button>
                </div>
              )}
              <div className="flex flex-wrap items-center gap-2">
                <Button
                  {...input}
                  ref={chooser}
                  // The name is the field's label plus the button's action.
                  aria-label={`${label}: ${value === null ? '画像を選ぶ' : '画像を変更'}`}
                  // Not disabled: it may hold the focus.
                  aria-disabled={stage !== undefined || undefined}
                  variant="outline"
                  onClick={() => !stage && choose()}
                >
                  <ImagePlus aria-hidden />
                  {value === null ? '画像を選ぶ' : '画像を変更'}
                </Button>
                {value !== null && !stage && (
                  <Button variant="ghost" onClick={() => field.handleChange(null)}>
                    <Trash2 aria-hidden />
                    画像を削除
                  </Button>
                )}
                <span className="text-xs text-muted-foreground">ここにドロップするか、貼り付けることもできます。</span>
              </div>
              {/* Outside the form: Enter in it must not send the form. */}
              {cropping && createPortal(<cropping.Dialog {...cropping} label={label} />, document.body)}
            </>
          )}
        </DropZone>
      )}
    </FieldFrame>
  )
}
