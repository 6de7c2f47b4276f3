import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { tabBelongsTo } from '~/identity/tab-person'
import { OthersTab } from './others-tab'

vi.mock('./session', () => ({ useMe: () => ({ staff: { displayName: '佐藤 蓮' } }) }))
const stored = vi.hoisted(() => ({ person: 'staff-1' }))
vi.mock('~/identity/stored-token', () => ({ storedPerson: () => stored.person }))

test('a tab says whose it is while somebody else is signed in, whatever is pressed, and goes on when they are back', async () => {
  const queryClient = new QueryClient()
  render(
    <QueryClientProvider client={queryClient}>
      <OthersTab />
    </QueryClientProvider>,
  )
  const signIn = (person: string) =>
    act(() => {
      stored.person = person
      window.dispatchEvent(new Event('storage'))
    })
  signIn('staff-1')
  tabBelongsTo('staff-1')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  signIn('staff-2')
  const dialog = await screen.findByRole('alertdialog', { name: '別のスタッフがログインしました' })
  expect(dialog.textContent).toContain('佐藤 蓮さん')
  queryClient.setQueryData(['shown'], 'as it was')
  const refused = { queryKey: ['shown'], queryFn: () => Promise.reject(new Error()), retry: false, staleTime: 0 }
  await queryClient.prefetchQuery(refused)
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  expect(screen.getByRole('alertdialog')).toBe(dialog)
  signIn('staff-1')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(queryClient.getQueryData(['shown'])).toBe('as it was')
})
