import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './ui/button'

interface StepButtonsProps {
  /** Undefined at the list's ends. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** To the record before and after this one; `k` and `j` do the same. */
export const StepButtons = ({ onPrevious, onNext }: StepButtonsProps) => (
  <div className="flex shrink-0 gap-2">
    <Button
      variant="ghost"
      size="icon"
      aria-label="前へ"
      title="前へ（k）"
      aria-keyshortcuts="k"
      disabled={!onPrevious}
      onClick={onPrevious}
    >
      <ChevronLeft aria-hidden />
    </Button>
    <Button
      variant="ghost"
      size="icon"
      aria-label="次へ"
      title="次へ（j）"
      aria-keyshortcuts="j"
      disabled={!onNext}
      onClick={onNext}
    >
      <ChevronRight aria-hidden />
    </Button>
  </div>
)
