import { Card } from '~/components/ui/card'
import { Skeleton } from '~/components/ui/skeleton'
import { cn } from '~/lib/utils'

// By the room that the drawer leaves, not by the window.
export const headlineGrid = 'grid gap-4 @min-[330px]:grid-cols-2 @min-[860px]:grid-cols-4 print:grid-cols-4 print:gap-2'

/** Where a card will stand. */
export const Block = ({ className }: { className: string }) => (
  <Card className={cn('p-5', className)}>
    <Skeleton className="h-4 w-24" />
    <Skeleton className="mt-3 h-7 w-36" />
  </Card>
)
