import { useRouter, useRouterState } from '@tanstack/react-router'
import { type MouseEvent, type SyntheticEvent, useDeferredValue, useRef, useState } from 'react'
import { useCan, useMe } from '~/auth/session'
import { Skeleton } from '~/components/ui/skeleton'
import { prefetchSoon } from '~/lib/prefetch-soon'
import { cn } from '~/lib/utils'
import { isReport, periodOf } from './menu-period'
import { visibleMenu } from './visible-menu'

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented

/** The menu: plain links with one shared handler, since router links slow the first render. */
export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const router = useRouter()
  // After the screen, which may be ready in the same moment.
  const me = useDeferredValue(useMe())
  const can = useCan()
  const warmed = useRef<string>(undefined)
  const here = useRouterState({ select: (state) => state.location.pathname })
  const period = useRouterState({ select: (state) => periodOf(state.location) })
  const [clicked, setClicked] = useState<string>()
  const pathname = clicked ?? here

  if (!me) {
    return (
      <div className="space-y-2 px-3 py-4">
        <Skeleton className="h-3 w-16" />
        <Skeleton className="h-9" />
      </div>
    )
  }

  const follow = (event: MouseEvent<HTMLElement>) => {
    const link = (event.target as Element).closest('a')
    if (!link || !isPlainClick(event)) return
    event.preventDefault()
    onNavigate?.()
    const to = link.pathname + link.search
    setClicked(link.pathname)
    const go = () => {
      void router.navigate({ href: to })
      setClicked(undefined)
    }
    // Paints the click's feedback first: rendering a loaded screen can block for up to a quarter second.
    requestAnimationFrame(() => setTimeout(go))
  }

  // Hover or focus precedes a click by about 150 ms: loads the screen's file and asks for its first rows.
  const warm = (event: SyntheticEvent<HTMLElement>) => {
    const path = (event.target as Element).closest('a')?.getAttribute('href')
    if (!path || path === warmed.current) return
    warmed.current = path
    prefetchSoon(() => void router.preloadRoute({ to: path }))
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links inside are what keyboards reach; Enter on them is a click
    <nav aria-label="メインメニュー" className="px-3 py-3" onClick={follow} onPointerOver={warm} onFocus={warm}>
      {visibleMenu(router.options.context.menu, can).map((group) => (
        <div key={group.label} className="mb-4">
          <h2 className="px-2.5 pb-1 text-xs font-medium text-muted-foreground">
            {group.path ? (
              <a
                href={group.path}
                aria-current={pathname === group.path ? 'page' : undefined}
                className="underline-offset-4 hover:underline aria-[current]:font-semibold aria-[current]:text-foreground"
              >
                {group.label}
              </a>
            ) : (
              group.label
            )}
          </h2>
          <ul>
            {group.entries.map((entry) => {
              const current = pathname === entry.path || pathname.startsWith(`${entry.path}/`)
              return (
                <li key={entry.path}>
                  <a
                    href={isReport(entry.path) && pathname !== entry.path ? entry.path + period : entry.path}
                    aria-current={current ? 'page' : undefined}
                    className={cn(
                      'flex h-9 items-center gap-2.5 rounded-md px-2.5 text-sm',
                      current ? 'bg-accent font-semibold text-accent-foreground' : 'hover:bg-muted',
                    )}
                  >
                    <entry.icon aria-hidden className="size-4 shrink-0" />
                    {entry.label}
                  </a>
                </li>
              )
            })}
          </ul>
        </div>
      ))}
    </nav>
  )
}
