import { useRouter } from '@tanstack/react-router'
import { useKeys } from '~/components/use-keys'

/** `o` opens the page of the member whose row has the focus; an open sheet does so itself. */
export default function PageKey() {
  const router = useRouter()
  useKeys({
    o: (event) => {
      const row = event.target instanceof Element ? event.target.closest('main [data-row]') : null
      const href = row?.querySelector('a[data-record]')?.getAttribute('href')
      const userId = href?.match(/quick\/(\d+)/)?.[1]
      if (!userId || document.querySelector('dialog[open]')) return
      event.preventDefault()
      const openedFrom = router.latestLocation.href
      void router.navigate({ to: '/hacomono/members/$userId', params: { userId }, state: { openedFrom } })
    },
  })
  return null
}
