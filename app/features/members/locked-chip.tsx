import { Lock } from 'lucide-react'
import { Chip } from '~/components/ui/chip'

/** Set manually: no longer follows the plan. */
export const LockedChip = () => (
  <Chip className="ml-2">
    <Lock aria-hidden className="size-3" />
    手動で固定
  </Chip>
)
