import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Maximum wait for a loading screen, in milliseconds. */
const longestWait = 10_000

const heading = () => document.querySelector<HTMLElement>('#content h1')

/** A link of the screen: several rows may lead to the same record. */
interface Followed {
  href: string
  /** Which of the links with this address. */
  at: number
}

const linksTo = (href: string) => [...document.querySelectorAll<HTMLElement>(`#content a[href="${href}"]`)]

/**
 * Manages the focus after a navigation: moves it to the new screen's heading, or on Back to the link that was followed,
 * and announces the screen's name in a live region. A screen that stays, such as a list under a record, keeps its focus.
 * Not loaded late: a row may be followed as soon as it is shown.
 */
export function Place() {
  const router = useRouter()
  const [isAfterLogin] = useState(() => router.state.resolvedLocation?.pathname === '/login')
  const [name, setName] = useState('')

  useEffect(() => {
    const leftBy = new Map<string, Followed>()
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
        const row = links[followed?.at ?? 0] ?? links[0]
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
      router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
        if (!pathChanged) return
        isLeaving = true
        before = heading()
        const link = document.activeElement?.closest<HTMLElement>('a[href]')
        const href = link?.getAttribute('href')
        const entry = fromLocation?.state.__TSR_key
        if (entry !== undefined && link && href) leftBy.set(entry, { href, at: linksTo(href).indexOf(link) })
      }),
      router.subscribe('onResolved', ({ fromLocation, toLocation }) => {
        // Back may come before the screen that was opened counts as the last one: then the path is the same again.
        if (!fromLocation || !isLeaving) return
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
    <p aria-live="polite" className="sr-only">
      {name}
    </p>
  )
}
