import { Link, useRouter } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useCan } from '~/auth/session'
import { settingsPage } from '~/frame/settings-page'
import { visibleMenu } from '~/frame/visible-menu'

/** Links to the screens of the menu's group その他の設定 that the user may open. */
export function OtherSettings() {
  const { menu } = useRouter().options.context
  const can = useCan()
  const parts = visibleMenu(menu, can).find(({ path }) => path === settingsPage.to)?.entries ?? []
  return (
    <div className="mx-auto max-w-3xl px-4 pb-12 sm:px-6">
      <h1 className="pt-4 pb-5 text-xl font-semibold">その他の設定</h1>
      <ul className="grid gap-3 sm:grid-cols-2">
        {parts.map((part) => (
          <li key={part.path}>
            <Link
              to={part.path}
              className="flex min-h-16 items-center gap-3 rounded-lg border bg-card px-4 font-medium shadow-card hover:bg-muted"
            >
              <part.icon aria-hidden className="size-5 text-primary" />
              {part.label}
              <ChevronRight aria-hidden className="ml-auto size-4 text-muted-foreground" />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
