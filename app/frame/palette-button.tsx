import { useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useMe } from '~/auth/session'
import { Button } from '~/components/ui/button'
import { isTyping } from '~/lib/keyboard'
import type { ScreenAction } from './actions'
import type { PaletteProps } from './palette.lazy'

/** The palette, once the areas' actions are there as well. */
function paletteWith(loadActions: () => Promise<{ actions: ScreenAction[] }>) {
  const loadPalette = async () => {
    const [{ Palette }, { actions }] = await Promise.all([import('./palette.lazy'), loadActions()])
    return { default: (props: PaletteProps) => <Palette {...props} screenActions={actions} /> }
  }
  return { Palette: lazy(loadPalette), loadPalette }
}

const loadShortcuts = () => import('./shortcuts.lazy')
const Shortcuts = lazy(loadShortcuts)

/** The command palette (⌘K, Ctrl+K) and the sheet of shortcuts (?): loaded on hover, focus or shortcut. */
export function PaletteButton() {
  const { loadActions } = useRouter().options.context
  const [{ Palette, loadPalette }] = useState(() => paletteWith(loadActions))
  const isSignedIn = useMe() !== undefined
  const [shown, setShown] = useState<'palette' | 'shortcuts'>()
  const close = () => setShown(undefined)

  useEffect(() => {
    if (!isSignedIn) return
    const onKey = (event: KeyboardEvent) => {
      // A list's own search handles / first; nothing fires while an IME composes or another dialog is open.
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog:modal')) return
      const isPaletteKey = (event.metaKey || event.ctrlKey) && !event.altKey && event.key.toLowerCase() === 'k'
      const plain = !event.metaKey && !event.ctrlKey && !event.altKey && !isTyping(event.target)
      if (!isPaletteKey && !(plain && (event.key === '/' || event.key === '?'))) return
      event.preventDefault()
      setShown(event.key === '?' ? 'shortcuts' : 'palette')
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isSignedIn])

  return (
    <>
      <Button
        variant="ghost"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        disabled={!isSignedIn}
        onPointerEnter={() => void loadPalette()}
        onFocus={() => void loadPalette()}
        onClick={() => setShown('palette')}
        className="font-normal max-lg:size-9 max-lg:px-0 lg:border lg:border-input/70 lg:text-muted-foreground"
      >
        <Search aria-hidden />
        <span className="max-lg:sr-only">検索・移動</span>
        <kbd aria-hidden className="ml-2 font-sans text-xs max-lg:hidden">
          Ctrl K
        </kbd>
      </Button>
      {/* Only once there is something to wait for: an empty boundary of the frame would hydrate by itself. */}
      {shown && (
        <Suspense>
          {shown === 'palette' && <Palette onClose={close} onShowShortcuts={() => setShown('shortcuts')} />}
          {shown === 'shortcuts' && <Shortcuts onClose={close} />}
        </Suspense>
      )}
    </>
  )
}
