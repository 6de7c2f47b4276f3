import { Eye } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Modal } from './dialogs/modal'
import { Button } from './ui/button'

interface PreviewButtonProps<Values> {
  values: () => Values
  /** The values as a member sees them. */
  children: (values: Values) => ReactNode
}

/** Previews the form's current values as members will see them, at phone width. */
export function PreviewButton<Values>({ values, children }: PreviewButtonProps<Values>) {
  const [shown, setShown] = useState<Values>()
  return (
    <>
      <Button variant="outline" size="lg" onClick={() => setShown(values())}>
        <Eye aria-hidden />
        <span className="max-sm:sr-only">プレビュー</span>
      </Button>
      {shown !== undefined && (
        <Modal title="会員の画面での見え方" onClose={() => setShown(undefined)} className="max-w-lg">
          {children(shown)}
        </Modal>
      )}
    </>
  )
}
