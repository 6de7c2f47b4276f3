import { TriangleAlert } from 'lucide-react'

/** Alert that staff must read before speaking to the member. */
export const AlertNote = ({ text }: { text: string }) => (
  <div
    role="note"
    aria-label="注意事項"
    className="flex items-start gap-2.5 rounded-md bg-warning-surface px-4 py-2.5 text-sm text-warning"
  >
    <TriangleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0" />
    <p className="min-w-0 font-medium whitespace-pre-line wrap-anywhere">{text}</p>
  </div>
)
