import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { recordFollowedLinks } from './followed-links'
import { Place } from './place'

afterEach(cleanup)

const links = ['/record/1', '/record/2', '/record/2']

interface Moments {
  /** When the record is on the screen. */
  onShown?: () => void
  /** When the router calls the record open, before anybody else learns of it. */
  onResolved?: (goBack: () => void) => void
}

/** A list with two rows of one member, and a record. */
async function openList({ onShown = () => {}, onResolved = () => {} }: Moments = {}) {
  const root = createRootRoute({
    component: () => (
      <>
        <Place isAfterLogin={false} />
        <main id="content">
          <Outlet />
        </main>
      </>
    ),
  })
  const list = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => (
      <>
        <h1>一覧</h1>
        {links.map((href, at) => (
          <a key={String(at)} href={href}>
            {at}
          </a>
        ))}
      </>
    ),
  })
  const record = createRoute({
    getParentRoute: () => root,
    path: '/record/$id',
    component: () => {
      useLayoutEffect(onShown, [])
      return <h1>記録</h1>
    },
  })
  const router = createRouter({
    routeTree: root.addChildren([list, record]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    defaultPendingMinMs: 0,
  })
  recordFollowedLinks(router as never)
  router.subscribe('onResolved', ({ toLocation }) => {
    if (toLocation.pathname.startsWith('/record/')) onResolved(() => router.history.back())
  })
  render(<RouterProvider router={router as never} />)
  await screen.findByRole('heading', { name: '一覧' })
  const follow = (at: number) => {
    screen.getByText(String(at)).focus()
    void router.navigate({ href: links[at] as string })
  }
  return { router, follow }
}

const hasFocus = (text: string) => vi.waitFor(() => expect(document.activeElement?.textContent).toBe(text))

test('Back leads to the row that was followed, also where an earlier one has the same record', async () => {
  const { router, follow } = await openList()
  follow(2)
  await screen.findByRole('heading', { name: '記録' })
  await hasFocus('記録')
  router.history.back()
  await screen.findByRole('heading', { name: '一覧' })
  await hasFocus('2')
})

test('Back at the moment when the record appears leads to the row too', async () => {
  let goBack = () => {}
  const { router, follow } = await openList({ onShown: () => goBack() })
  goBack = vi.fn(() => router.history.back())
  follow(1)
  await vi.waitFor(() => expect(goBack).toHaveBeenCalled())
  await screen.findByRole('heading', { name: '一覧' })
  await hasFocus('1')
})

test('Back just before the record counts as open leads to the row too', async () => {
  const { follow } = await openList({ onResolved: (goBack) => goBack() })
  follow(1)
  await screen.findByRole('heading', { name: '記録' })
  await screen.findByRole('heading', { name: '一覧' })
  await hasFocus('1')
})
