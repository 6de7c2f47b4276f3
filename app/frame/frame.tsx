import { useRouter } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useMe } from '~/auth/session'
import { Brand, BrandMark } from '~/components/brand'
import { lazyPart } from '~/components/lazy-part'
import { ToasterHost } from '~/components/toaster'
import { Button, type ButtonProps } from '~/components/ui/button'
import { PaletteButton } from '~/frame/palette-button'
import { remember } from '~/lib/cookies'
import { idle } from '~/lib/idle'
import { useOnDemand } from '~/lib/on-demand'
import { cn } from '~/lib/utils'
import { useShopChange } from '~/shop/selected-shop'
import { ShopSwitcher } from '~/shop/shop-switcher'
import { AccountMenu } from './account-menu'
import { BusyBar } from './busy-bar'
import { recordFollowedLinks } from './followed-links'
import { Navigation } from './navigation'
import { ThemeMenu } from './theme-menu'
import type { Theme } from './themes'

interface FrameProps {
  children: ReactNode
  hideHeader?: boolean
  /** From the cookies, so that server and browser render the same. */
  initial: { drawerOpen: boolean; theme: Theme }
}

/** Everything around a screen. The server renders it without menu entries, shop and user; these follow once `me` is known. */
export function Frame({ children, hideHeader = false, initial }: FrameProps) {
  const [sideOpen, setSideOpen] = useState(initial.drawerOpen)
  const drawer = useOnDemand(() => import('./drawer.lazy'))
  const shopChange = useShopChange()

  const toggleSide = () => {
    remember('karada.drawer', sideOpen ? 'closed' : 'open')
    setSideOpen(!sideOpen)
  }

  return (
    <div className="flex min-h-dvh print:min-h-0">
      <a
        href="#content"
        className="fixed top-2 left-2 z-60 -translate-y-20 rounded-md bg-primary px-4 py-2 text-primary-foreground focus:translate-y-0 print:hidden"
      >
        本文へ移動
      </a>

      <aside
        id="side-navigation"
        aria-label="サイドナビゲーション"
        className={cn(
          'sticky top-0 hidden h-dvh w-navigation shrink-0 flex-col border-r bg-sidebar print:hidden',
          sideOpen && 'md:flex',
        )}
      >
        <div className="flex h-header shrink-0 items-center border-b px-5">
          <Brand />
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto">
          <Navigation />
        </div>
      </aside>
      {drawer.Overlay && <drawer.Overlay {...drawer.overlayProps} />}

      <div className="flex min-w-0 flex-1 flex-col">
        {!hideHeader && (
          <header className="sticky top-0 z-40 h-header border-b bg-card print:hidden">
            <div className="flex h-full items-center gap-2 px-3 sm:gap-3 sm:px-5">
              <span className="md:hidden">
                <MenuButton {...drawer.button} aria-haspopup="dialog" />
              </span>
              <span className="max-md:hidden">
                <MenuButton aria-expanded={sideOpen} aria-controls="side-navigation" onClick={toggleSide} />
              </span>
              <BrandMark className={cn('size-7 max-sm:hidden', sideOpen && 'md:hidden')} />
              <div className="min-w-0 flex-1">
                <ShopSwitcher />
              </div>
              <PaletteButton />
              <ThemeMenu initial={initial.theme} />
              <AccountMenu />
            </div>
            <div className="absolute inset-x-0 top-full">
              <BusyBar shopChanges={shopChange.bar} />
            </div>
          </header>
        )}
        <Preview />
        <LateParts />
        <main id="content" tabIndex={-1} aria-busy={shopChange.changing || undefined} className="flex-1 outline-none">
          {children}
        </main>
      </div>
      <ToasterHost />
    </div>
  )
}

const PreviewBar = lazyPart(() => import('./preview-bar.lazy'))

function Preview() {
  const me = useMe()
  return me?.isPreview && <PreviewBar me={me} />
}

/** Loaded after the first screen; until then the browser manages the focus. */
function LateParts() {
  const router = useRouter()
  const [isAfterLogin] = useState(() => router.state.resolvedLocation?.pathname === '/login')
  const [Parts, setParts] = useState<ComponentType<{ isAfterLogin: boolean }>>()
  useEffect(() => recordFollowedLinks(router), [router])
  useEffect(() => {
    const load = async () => {
      await idle()
      const parts = await import('./late-parts.lazy')
      setParts(() => parts.default)
    }
    void load().catch(() => {})
  }, [])
  return Parts && <Parts isAfterLogin={isAfterLogin} />
}

const MenuButton = (props: ButtonProps) => (
  <Button variant="ghost" size="icon" aria-label="メニュー" {...props}>
    <Menu aria-hidden className="size-5!" />
  </Button>
)
