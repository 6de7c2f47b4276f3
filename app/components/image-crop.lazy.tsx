import { type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { dragged, type Frame, partOf } from '~/lib/crop'
import { ImageError } from '~/lib/image'
import { Modal } from './dialogs/modal'
import { Button } from './ui/button'

export interface CropDialogProps {
  /** What the picture is: 店舗画像. */
  label: string
  file: File
  /** Aspect ratio (width ÷ height) of the crop. */
  shape: number
  /** Called with the cropped picture; null if cancelled. */
  onDone: (part: File | null) => void
}

const largestZoom = 4
/** Larger than any screen shows it. */
const widest = 1600
/** Size of the preview's canvas, in canvas pixels. */
const previewWidth = 640

/** Crops a picture to an aspect ratio, by sliders or by dragging. */
export default function CropDialog({ label, file, shape, onDone }: CropDialogProps) {
  const picture = usePicture(file)
  const [frame, setFrame] = useState<Frame>({ zoom: 1, x: 0.5, y: 0.5 })
  const canvas = useRef<HTMLCanvasElement>(null)
  const held = useRef<{ x: number; y: number }>(null)
  const part = picture && partOf(picture, shape, frame)

  useEffect(() => {
    if (picture && canvas.current) draw(canvas.current, picture, partOf(picture, shape, frame))
  }, [picture, shape, frame])

  const onDrag = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!held.current || !picture) return
    const { width, height } = event.currentTarget.getBoundingClientRect()
    const by = { x: (event.clientX - held.current.x) / width, y: (event.clientY - held.current.y) / height }
    held.current = { x: event.clientX, y: event.clientY }
    setFrame((now) => dragged(picture, shape, now, by))
  }
  const letGo = () => {
    held.current = null
  }

  return (
    <Modal
      title={`${label}の切り抜き`}
      onClose={() => onDone(null)}
      footer={
        <>
          <Button variant="outline" onClick={() => onDone(null)}>
            キャンセル
          </Button>
          <Button disabled={!part} onClick={() => picture && void cutOut(picture, file, shape, frame).then(onDone)}>
            この範囲を使う
          </Button>
        </>
      }
    >
      <canvas
        ref={canvas}
        width={previewWidth}
        height={Math.round(previewWidth / shape)}
        role="img"
        aria-label="切り抜く範囲"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          held.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={onDrag}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        className="block w-full cursor-grab touch-none rounded-md bg-muted active:cursor-grabbing"
      />
      <div className="mt-4 space-y-3">
        <Slider
          label="拡大"
          value={frame.zoom}
          from={1}
          to={largestZoom}
          text={`${Math.round(frame.zoom * 100)}%`}
          onChange={(zoom) => setFrame({ ...frame, zoom })}
        />
        <Slider
          label="横の位置"
          value={frame.x}
          disabled={!part || !picture || picture.width - part.width < 1}
          text={placeText(frame.x, '左端', '右端')}
          onChange={(x) => setFrame({ ...frame, x })}
        />
        <Slider
          label="縦の位置"
          value={frame.y}
          disabled={!part || !picture || picture.height - part.height < 1}
          text={placeText(frame.y, '上端', '下端')}
          onChange={(y) => setFrame({ ...frame, y })}
        />
      </div>
      <p className="mt-4 text-xs text-muted-foreground">画像をドラッグしても位置を変えられます。</p>
    </Modal>
  )
}

const placeText = (share: number, first: string, last: string) =>
  share === 0 ? first : share === 1 ? last : `${Math.round(share * 100)}%`

interface SliderProps {
  label: string
  value: number
  from?: number
  to?: number
  /** The value as screen readers announce it. */
  text: string
  disabled?: boolean
  onChange: (value: number) => void
}

function Slider({ label, value, from = 0, to = 1, text, disabled = false, onChange }: SliderProps) {
  const id = useId()
  return (
    <div className="grid grid-cols-[5rem_minmax(0,1fr)_3.5rem] items-center gap-3 text-sm">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input
        id={id}
        type="range"
        min={from}
        max={to}
        step={(to - from) / 50}
        value={value}
        aria-valuetext={text}
        disabled={disabled}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="h-6 w-full accent-primary"
      />
      <span aria-hidden className="figures text-right text-muted-foreground">
        {text}
      </span>
    </div>
  )
}

/** The file as the browser shows it, upright; undefined until it is read. */
function usePicture(file: File) {
  const [picture, setPicture] = useState<HTMLImageElement>()
  useEffect(() => {
    const image = new Image()
    const url = URL.createObjectURL(file)
    image.onload = () => setPicture(image)
    image.src = url
    return () => URL.revokeObjectURL(url)
  }, [file])
  return picture
}

function draw(canvas: HTMLCanvasElement, picture: HTMLImageElement, part: ReturnType<typeof partOf>) {
  const { width, height } = canvas
  const context = canvas.getContext('2d')
  context?.clearRect(0, 0, width, height)
  context?.drawImage(picture, part.left, part.top, part.width, part.height, 0, 0, width, height)
}

/** The visible part as a file, of the same type where the browser can encode it. */
async function cutOut(picture: HTMLImageElement, { name, type }: File, shape: number, frame: Frame): Promise<File> {
  const part = partOf(picture, shape, frame)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(Math.min(part.width, widest)))
  canvas.height = Math.max(1, Math.round(canvas.width / shape))
  draw(canvas, picture, part)
  const written = type === 'image/png' ? type : 'image/jpeg'
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, written, 0.95))
  if (!blob) throw new ImageError('画像を切り抜けませんでした。別の画像を選んでください。')
  return new File([blob], name, { type: written })
}
