import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ShopPlans } from './shop-plans'

const list = vi.hoisted(() => vi.fn())
vi.mock('~/functions/shop-plan', () => ({ listShopPlans: list }))
vi.mock('./shop-page', () => ({ useShop: () => ({ id: '7', name: '新宿店' }) }))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ children }: { children: string }) => <a href="/">{children}</a>,
}))
afterEach(cleanup)

const plan = (id: number) => ({
  ...{ id: String(id), code: `P${id}`, name: `プラン${id}`, category: 'main', status: 'active' },
  withLeanBodyContent: false,
})

test('a shop’s list of all plans has 200; past them it says how many there are, and leads to the rest', async () => {
  list.mockImplementation(async ({ data: { limit } }: { data: { limit: number } }) => ({
    list: Array.from({ length: limit }, (_, at) => plan(at + 1)),
    paging: { offset: 0, count: limit, total: 230 },
  }))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ShopPlans />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('全230件のうち200件')).toBeTruthy()
  expect(screen.getAllByRole('row')).toHaveLength(1 + 200)
  expect(screen.getByText('プランの一覧で見る')).toBeTruthy()
})
