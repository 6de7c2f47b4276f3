import { useRouter, useRouterState, useSearch } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useRef } from 'react'
import { prefetchSoon } from '~/lib/prefetch-soon'

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented

/**
 * One click handler for all row links, since router links per row would slow the first render. While `isWaiting`, rows
 * keep their links, so that a new search renders them only once, with its rows.
 */
export function useRecordLinks(opensOver: boolean, isWaiting: boolean) {
  const router = useRouter()
  const openPath = useRouterState({ select: (state) => state.location.pathname })
  const search = useSearch({ strict: false })
  const searchOfRows = useRef('')
  if (!isWaiting && opensOver) searchOfRows.current = router.options.stringifySearch(search)
  const drop = useRef<() => void>(undefined)
  useEffect(() => () => drop.current?.(), [])

  const linkIn = (event: { target: EventTarget }) =>
    (event.target as Element).closest('[data-row]')?.querySelector<HTMLAnchorElement>('a[data-record]')
  const soon = (event: { target: EventTarget }) => {
    const link = linkIn(event)
    drop.current?.()
    // No prefetch from placeholder rows: a record's route also requests its list, and a failing one would be retried forever.
    if (!link || isWaiting) return
    const to = link.pathname
    drop.current = prefetchSoon(
      () => void router.preloadRoute({ to, search: opensOver ? true : undefined } as never).catch(() => {}),
    )
  }

  return {
    openPath,
    hrefOf: (path: string | null) => (path === null ? null : path + searchOfRows.current),
    handlers: {
      onPointerOver: soon,
      onFocus: soon,
      onClick: (event: MouseEvent) => {
        const link = linkIn(event)
        const target = event.target as Element
        const own = target.closest('a,button,input,label,select')
        if (!link || (own !== null && own !== link) || !isPlainClick(event)) return
        // The user is selecting text in the row.
        if (own === null && String(window.getSelection()) !== '') return
        event.preventDefault()
        // Wherever the row was clicked, focus its link, so that Back returns to it.
        link.focus()
        const href = link.getAttribute('href') ?? ''
        if (!opensOver) return void router.navigate({ href })
        // Replaces the entry while a record is open, so that Back always leads to the list.
        const isNext = document.querySelector('dialog[data-sheet]') !== null
        const entry = isNext
          ? { replace: true, state: true as const }
          : { state: { openedFrom: router.latestLocation.href } }
        void router.navigate({ href, resetScroll: false, ...entry })
      },
    },
  }
}
