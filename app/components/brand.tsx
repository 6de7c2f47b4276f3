import { cn } from '~/lib/utils'

/** A person stretching: arms up, as the morning exercise begins. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className={cn('shrink-0', className)}>
      <rect width="32" height="32" rx="8" className="fill-primary" />
      <g className="fill-none stroke-primary-foreground" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round">
        <circle cx="16" cy="9.2" r="2.6" className="fill-primary-foreground stroke-none" />
        <path d="M7.5 8.5c1.2 4.4 4.2 6.7 8.5 6.7s7.3-2.3 8.5-6.7" />
        <path d="M16 15.5v4.2M16 19.7l-4.6 5.8M16 19.7l4.6 5.8" />
      </g>
    </svg>
  )
}

export function Brand() {
  return (
    <span className="flex items-center gap-2.5">
      <BrandMark className="size-8" />
      <span className="leading-tight">
        <span className="block text-[15px] font-semibold tracking-tight">Karada Desk</span>
        <span className="block text-[11px] text-muted-foreground">カラダデスク</span>
      </span>
    </span>
  )
}
