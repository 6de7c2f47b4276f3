import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** How long a screen that is still loading is waited for, in milliseconds. */
const longestWait = 10_000

const heading = () => document.querySelector<HTMLElement>('#content h1')

/**
 * Where one is after a navigation: the focus is on the new screen's heading, or on the link that one had left it by when
 * one comes back, and a live region says its name. A screen that stays, as a list under a record, keeps its focus.
 */
export function Place({ isAfterLogin }: { isAfterLogin: boolean }) {
  const router = useRouter()
  const [name, setName] = useState('')

  useEffect(() => {
    const leftBy = new Map<string, string>()
    let isBack = false
    let before: HTMLElement | null = null
    let stop = () => {}

    /** Keeps the focus there while the screen is filled, until somebody moves it away from where it was. */
    const hold = (link: string | undefined, old: Element | null) => {
      stop()
      let held: Element | null = null
      const isFree = (active: Element | null) =>
        active === null || active === document.body || active === old || active === held
      const look = () => {
        const title = heading()
        if (!title || title === before) return
        if (!isFree(document.activeElement)) return stop()
        const row = link === undefined ? null : document.querySelector<HTMLElement>(`#content a[href="${link}"]`)
        const target = row ?? title
        if (target === title) title.tabIndex = -1
        if (target !== document.activeElement) target.focus({ preventScroll: row === null })
        held = target
        setName(title.textContent ?? '')
        if (row) stop()
      }
      const observer = new MutationObserver(look)
      const timer = setTimeout(() => stop(), longestWait)
      const input = ['keydown', 'pointerdown'] as const
      stop = () => {
        observer.disconnect()
        clearTimeout(timer)
        for (const type of input) window.removeEventListener(type, stop, true)
        stop = () => {}
      }
      for (const type of input) window.addEventListener(type, stop, { capture: true, once: true })
      observer.observe(document.body, { childList: true, subtree: true })
      look()
    }

    const over = [
      router.history.subscribe(({ action }) => {
        isBack = action.type === 'BACK' || action.type === 'FORWARD' || action.type === 'GO'
      }),
      router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
        if (!pathChanged) return
        before = heading()
        const link = document.activeElement?.closest('a[href]')?.getAttribute('href')
        const entry = fromLocation?.state.__TSR_key
        if (entry !== undefined && link) leftBy.set(entry, link)
      }),
      router.subscribe('onResolved', ({ fromLocation, toLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        hold(isBack ? leftBy.get(toLocation.state.__TSR_key ?? '') : undefined, document.activeElement)
      }),
    ]
    // The frame itself is new after the login; who has already gone to a menu of it stays there.
    if (isAfterLogin) hold(undefined, null)
    return () => {
      stop()
      for (const end of over) end()
    }
  }, [router, isAfterLogin])

  return (
    <p aria-live="polite" className="sr-only">
      {name}
    </p>
  )
}
