import { useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isComposing } from '~/lib/composing'
import { isTyping } from '~/lib/keyboard'
import { useAreaKeys } from './screen-actions'

/** How long after g a letter still counts, and when the hint appears, in milliseconds. */
const longestPause = 1500
const hintAfter = 600

/** Ignores keys in a field, an IME, a menu or a dialog, and keys with a modifier. */
const isOthers = (event: KeyboardEvent) =>
  isComposing(event) ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  event.shiftKey ||
  isTyping(event.target) ||
  (event.target instanceof Element && event.target.closest('[role="menu"]') !== null) ||
  document.querySelector('dialog:modal') !== null

/** `g` plus a letter opens an area. After a pause, a hint lists the letters. */
export function AreaKeys() {
  const router = useRouter()
  const keys = useAreaKeys()
  const known = useRef(keys)
  const [isShown, setIsShown] = useState(false)
  useLayoutEffect(() => {
    known.current = keys
  })

  useEffect(() => {
    let timers: ReturnType<typeof setTimeout>[] = []
    const end = () => {
      for (const timer of timers) clearTimeout(timer)
      timers = []
      setIsShown(false)
    }
    // Runs before the screen's own shortcuts, which may use the same letters.
    const onSecond = (event: KeyboardEvent) => {
      if (timers.length === 0) return
      end()
      const letter = event.key.toLowerCase()
      if (isOthers(event) || !/^[a-z]$/.test(letter)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      const area = known.current.find((one) => one.letter === letter)
      if (area) void router.navigate({ href: area.path })
    }
    const onFirst = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'g' || event.repeat || event.defaultPrevented || isOthers(event)) return
      timers = [setTimeout(() => setIsShown(true), hintAfter), setTimeout(end, longestPause)]
    }
    window.addEventListener('keydown', onSecond, true)
    window.addEventListener('keydown', onFirst)
    window.addEventListener('pointerdown', end, true)
    return () => {
      end()
      window.removeEventListener('keydown', onSecond, true)
      window.removeEventListener('keydown', onFirst)
      window.removeEventListener('pointerdown', end, true)
    }
  }, [router])

  return (
    isShown && (
      <dl
        aria-hidden
        className="pointer-events-none fixed inset-x-4 bottom-4 z-50 mx-auto grid w-fit max-w-4xl grid-cols-2 gap-x-6 gap-y-1.5 rounded-lg border bg-popover px-4 py-3 text-sm shadow-overlay sm:grid-cols-3 lg:grid-cols-4 print:hidden"
      >
        {keys.map(({ letter, label }) => (
          <div key={letter} className="flex min-w-0 items-center gap-2">
            <dt>
              <kbd className="inline-block w-6 rounded-sm border bg-muted py-0.5 text-center font-sans text-xs">
                {letter}
              </kbd>
            </dt>
            <dd className="truncate">{label}</dd>
          </div>
        ))}
      </dl>
    )
  )
}
