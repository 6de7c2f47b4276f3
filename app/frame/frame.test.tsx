import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Frame } from './frame'

// Covers the frame's landmarks only; its parts have tests of their own.
vi.mock('~/shop/shop-switcher', () => ({ ShopSwitcher: () => null }))
vi.mock('~/shop/selected-shop', () => ({ useShopChange: () => ({ bar: false, changing: false }) }))
vi.mock('~/auth/session', () => ({ useMe: () => undefined }))
vi.mock('./account-menu', () => ({ AccountMenu: () => null }))
vi.mock('./busy-bar', () => ({ BusyBar: () => null }))
vi.mock('./navigation', () => ({ Navigation: () => null }))
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ state: {} }) }))
vi.mock('./late-parts.lazy', () => ({ default: () => null }))
vi.mock('./followed-links', () => ({ recordFollowedLinks: () => {} }))
vi.mock('~/frame/palette-button', () => ({ PaletteButton: () => null }))
vi.mock('~/components/toaster', () => ({ ToasterHost: () => null }))
afterEach(cleanup)

const initial = { drawerOpen: true, theme: 'light' } as const

test('a page has the layout header', () => {
  render(<Frame initial={initial}>本文</Frame>)
  expect(screen.getByRole('banner')).toBeTruthy()
  expect(screen.getByRole('main').textContent).toBe('本文')
})

test('a page that sets the flag has its content, but no layout header', () => {
  render(
    <Frame initial={initial} hideHeader>
      本文
    </Frame>,
  )
  expect(screen.queryByRole('banner')).toBeNull()
  expect(screen.getByRole('main').textContent).toBe('本文')
})
