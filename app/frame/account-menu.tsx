import { firstLetter } from '#contract/cut-text.ts'
import { roleLevels } from '#contract/words/staff.ts'
import { useMe } from '~/auth/session'
import { Skeleton } from '~/components/ui/skeleton'
import { useOnDemand } from '~/lib/on-demand'

/** The signed-in user; the menu with ログアウト is loaded on hover or focus. */
export function AccountMenu() {
  const me = useMe()
  const menu = useOnDemand(() => import('./account-menu.lazy'))
  if (!me) return <Skeleton className="size-9 rounded-full lg:w-40" />

  const { displayName, role } = me.staff
  return (
    <div className="relative">
      <button
        {...menu.button}
        type="button"
        aria-haspopup="menu"
        className="flex h-9 items-center gap-2.5 rounded-full text-left hover:bg-muted lg:pr-3"
      >
        <span
          aria-hidden
          className="grid size-9 shrink-0 place-items-center rounded-full bg-accent text-sm font-semibold text-accent-foreground"
        >
          {firstLetter(displayName)}
        </span>
        <span className="sr-only">アカウント: </span>
        <span className="max-w-44 min-w-0 leading-tight max-lg:sr-only">
          <span className="block truncate text-sm font-medium">{displayName}</span>
          <span className="block truncate text-xs text-muted-foreground">
            {me.isAdmin ? '管理者' : roleLevels[role]}
          </span>
        </span>
      </button>
      {menu.Overlay && <menu.Overlay {...menu.overlayProps} me={me} />}
    </div>
  )
}
