import type { AnyRouter } from '@tanstack/react-router'

/** A link of the screen: several rows may lead to the same record. */
export interface Followed {
  href: string
  /** Which of the links with this address. */
  at: number
}

export const linksTo = (href: string): Element[] => [...document.querySelectorAll(`#content a[href="${href}"]`)]

/** By entry of the history: the link by which it was left. */
export const leftBy = new Map<string, Followed>()

/** Records the links that are followed, for Back. Not loaded late: a row may be followed as soon as it is shown. */
export const recordFollowedLinks = (router: AnyRouter) =>
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    const link = document.activeElement?.closest('a[href]')
    const href = link?.getAttribute('href')
    const entry = fromLocation?.state.__TSR_key
    if (pathChanged && entry && link && href) leftBy.set(entry, { href, at: linksTo(href).indexOf(link) })
  })
