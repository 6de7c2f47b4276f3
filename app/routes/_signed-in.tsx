import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router'
import { Frame } from '~/frame/frame'
import { remembered } from '~/lib/cookies'

/** The server renders this frame empty: without menu entries, shop and user. It is filled after hydration. */
export const Route = createFileRoute('/_signed-in')({
  codeSplitGroupings: [],
  wrapInSuspense: false,
  component: SignedIn,
})

const themes = ['light', 'dark', 'system'] as const

function SignedIn() {
  const hideHeader = useMatches({ select: (matches) => matches.some((match) => match.staticData.hideHeader) })
  const theme = remembered('karada.theme')
  return (
    <Frame
      hideHeader={hideHeader}
      initial={{
        drawerOpen: remembered('karada.drawer') !== 'closed',
        theme: themes.find((one) => one === theme) ?? 'system',
      }}
    >
      <Outlet />
    </Frame>
  )
}
