import { useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMe } from '~/auth/session'
import { lazyPart } from '~/components/lazy-part'
import { Button } from '~/components/ui/button'
import { isComposing } from '~/lib/composing'
import { isTyping } from '~/lib/keyboard'
import { notifyUnloaded } from '~/lib/unloaded'
import type { AreaPalette } from './area'
import { PaletteSoon } from './palette-soon'

const loadPalette = () => import('./palette.lazy')
const Shortcuts = lazyPart(() => import('./shortcuts.lazy'), { missing: 'notice' })

interface Loaded {
  Palette: Awaited<ReturnType<typeof loadPalette>>['default']
  palettes: readonly AreaPalette[]
}

/** The command palette (⌘K, Ctrl+K) and the sheet of shortcuts (?): loaded on hover, focus or shortcut. */
export function PaletteButton() {
  const { loadPalettes } = useRouter().options.context
  const isSignedIn = useMe() !== undefined
  const [shown, setShown] = useState<'palette' | 'shortcuts'>()
  const [loaded, setLoaded] = useState<Loaded>()
  const [typed, setTyped] = useState('')
  /** The text after which Enter was pressed. */
  const [entered, setEntered] = useState<string>()
  const [isConverting, setIsConverting] = useState(false)
  const close = useCallback(() => setShown(undefined), [])

  const load = useCallback(async () => {
    const [{ default: Palette }, { palettes }] = await Promise.all([loadPalette(), loadPalettes()])
    // Synchronous, so that no key is lost between the two fields; once, since each return of the focus loads again.
    flushSync(() => setLoaded((known) => known ?? { Palette, palettes }))
  }, [loadPalettes])

  useEffect(() => {
    if (!isSignedIn) return
    const onKey = (event: KeyboardEvent) => {
      // A list's own search handles / first; nothing fires while an IME composes or another dialog is open.
      if (event.defaultPrevented || isComposing(event) || document.querySelector('dialog:modal')) return
      const isPaletteKey = (event.metaKey || event.ctrlKey) && !event.altKey && event.key.toLowerCase() === 'k'
      const plain = !event.metaKey && !event.ctrlKey && !event.altKey && !isTyping(event.target)
      if (!isPaletteKey && !(plain && (event.key === '/' || event.key === '?'))) return
      event.preventDefault()
      setShown(event.key === '?' ? 'shortcuts' : 'palette')
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isSignedIn])

  const isWanted = shown === 'palette' && !loaded
  useEffect(() => {
    if (!isWanted) return
    load().catch(() => {
      void notifyUnloaded()
      close()
    })
  }, [isWanted, load, close])
  // Each opening starts with empty text.
  if (!shown && typed !== '') setTyped('')
  if (!shown && entered !== undefined) setEntered(undefined)

  return (
    <>
      <Button
        variant="ghost"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        disabled={!isSignedIn}
        onPointerEnter={() => void load().catch(() => {})}
        onFocus={() => void load().catch(() => {})}
        onClick={() => setShown('palette')}
        className="font-normal max-lg:size-9 max-lg:px-0 lg:border lg:border-input lg:text-muted-foreground"
      >
        <Search aria-hidden />
        <span className="max-lg:sr-only">検索・移動</span>
        <kbd aria-hidden className="ml-2 font-sans text-xs max-lg:hidden">
          Ctrl K
        </kbd>
      </Button>
      {shown === 'palette' &&
        (loaded && !isConverting ? (
          <loaded.Palette
            palettes={loaded.palettes}
            typed={typed}
            isEntered={entered === typed}
            onClose={close}
            onShowShortcuts={() => setShown('shortcuts')}
          />
        ) : (
          <PaletteSoon
            text={typed}
            onType={setTyped}
            onConverting={setIsConverting}
            onEnter={() => setEntered(typed)}
            onClose={close}
          />
        ))}
      {shown === 'shortcuts' && <Shortcuts onClose={close} />}
    </>
  )
}
