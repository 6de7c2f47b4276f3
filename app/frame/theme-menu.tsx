import { useState } from 'react'
import { Button } from '~/components/ui/button'
import { afterFrame } from '~/lib/after-frame'
import { remember } from '~/lib/cookies'
import { useOnDemand } from '~/lib/on-demand'
import { type Theme, themes } from './themes'

/** Theme: light, dark or system. Stored in a cookie, so that the server renders it. */
export function ThemeMenu({ initial }: { initial: Theme }) {
  const [theme, setTheme] = useState(initial)
  const menu = useOnDemand(() => import('./theme-menu.lazy'))
  const current = themes.find((one) => one.theme === theme) ?? themes[2]

  const choose = (next: Theme) => {
    // The menu closes first: every element of the page gets a new style.
    afterFrame(() => {
      document.documentElement.dataset.theme = next
    })
    remember('karada.theme', next)
    setTheme(next)
  }

  return (
    <div className="relative">
      <Button
        {...menu.button}
        variant="ghost"
        size="icon"
        aria-haspopup="menu"
        aria-label={`表示テーマ（現在: ${current.label}）`}
      >
        <current.Icon aria-hidden className="size-4.5!" />
      </Button>
      {menu.Overlay && <menu.Overlay {...menu.overlayProps} theme={theme} onChoose={choose} />}
    </div>
  )
}
