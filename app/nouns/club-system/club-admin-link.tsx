import { ExternalLink } from 'lucide-react'
import { publicConfig } from '~/lib/config'
import { cn } from '~/lib/utils'

/** Link to the club system, which owns this data; renders nothing if its address is not set. */
export function ClubAdminLink({ className }: { className?: string }) {
  const { clubAdminUrl } = publicConfig()
  if (!clubAdminUrl) return null
  return (
    <a
      href={clubAdminUrl}
      target="_blank"
      rel="noreferrer"
      className={cn('inline-flex items-center gap-1 font-medium text-primary underline underline-offset-4', className)}
    >
      hacomonoで開く
      <ExternalLink aria-hidden className="size-3.5" />
    </a>
  )
}
