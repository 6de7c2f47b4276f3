import { useRouter } from '@tanstack/react-router'
import { useLayoutEffect, useState } from 'react'
import { type Followed, leftBy, linksTo } from './followed-links'

/** Maximum wait for a loading screen, in milliseconds. */
const longestWait = 10_000

const heading = () => document.querySelector<HTMLElement>('#content h1')

/**
 * Manages the focus after a navigation: moves it to the new screen's heading, or on Back to the link that was followed,
 * and announces the screen's name in a live region. A screen that stays, such as a list under a record, keeps its focus.
 */
export function Place({ isAfterLogin }: { isAfterLogin: boolean }) {
  const router = useRouter()
  const [name, setName] = useState('')

  // In the commit that shows it: a navigation may follow at once.
  useLayoutEffect(() => {
    let isBack = false
    let isLeaving = false
    let before: HTMLElement | null = null
    let stop = () => {}

    /** Holds the focus while the screen loads, until the user moves it. */
    const hold = (followed: Followed | undefined, old: Element | null) => {
      stop()
      let held: Element | null = null
      const isFree = (active: Element | null) =>
        active === null || active === document.body || active === old || active === held
      const look = () => {
        const title = heading()
        if (!title || title === before) return
        if (!isFree(document.activeElement)) return stop()
        const links = followed ? linksTo(followed.href) : []
        const row = (links[followed?.at ?? 0] ?? links[0]) as HTMLElement | undefined
        const target = row ?? title
        if (target === title) title.tabIndex = -1
        if (target !== document.activeElement) target.focus({ preventScroll: !row })
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
      router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
        if (!pathChanged) return
        isLeaving = true
        before = heading()
      }),
      router.subscribe('onResolved', ({ fromLocation, toLocation }) => {
        // Back may come before the screen that was opened counts as the last one: then the path is the same again.
        if (!fromLocation || !isLeaving) return
        // The user has left this screen already: the next one decides.
        if (toLocation.state.__TSR_key !== router.history.location.state.__TSR_key) return
        isLeaving = false
        hold(isBack ? leftBy.get(toLocation.state.__TSR_key ?? '') : undefined, document.activeElement)
      }),
    ]
    // After login the frame is new too: does not steal the focus from one of its menus.
    if (isAfterLogin) hold(undefined, null)
    return () => {
      stop()
      for (const end of over) end()
    }
  }, [router, isAfterLogin])

  return (
    <p data-slot="place" aria-live="polite" className="sr-only">
      {name}
    </p>
  )
}
