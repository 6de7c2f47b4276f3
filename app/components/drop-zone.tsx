import { type ClipboardEventHandler, type DragEvent, type ReactNode, useRef, useState } from 'react'
import { cn } from '~/lib/utils'

interface DropZoneProps {
  /** As an input's. */
  accept: string
  multiple?: boolean
  /** Of the hidden input. */
  testId: string
  hasTrouble: boolean
  className: string
  /** Dropped files, also none where something else was dropped; of the chooser at least one. */
  onFiles: (files: readonly File[]) => void
  onPaste?: ClipboardEventHandler
  /** `choose` opens the browser's chooser. */
  children: (choose: () => void) => ReactNode
}

/** A frame that takes dropped files; the button inside opens the browser's chooser. */
export function DropZone({
  accept,
  multiple,
  testId,
  hasTrouble,
  className,
  onFiles,
  onPaste,
  children,
}: DropZoneProps) {
  const picker = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping and pasting are shortcuts for the button inside
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
      onPaste={onPaste}
      className={cn(
        'border border-dashed border-input bg-card',
        className,
        isOver && 'border-primary bg-accent',
        hasTrouble && 'border-bad',
      )}
    >
      <input
        ref={picker}
        type="file"
        accept={accept}
        multiple={multiple}
        tabIndex={-1}
        aria-hidden
        data-testid={testId}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Allows choosing the same file again.
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
        className="sr-only"
      />
      {children(() => picker.current?.click())}
    </div>
  )
}
