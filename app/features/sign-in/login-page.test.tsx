import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#contract/errors.ts'
import { signIn } from '~/auth/session'
import { demoPassword } from './demo-accounts'
import { LoginPage } from './login-page'

// Covers the form only; API and e2e tests cover signing in.
vi.mock('~/auth/session', () => ({ signIn: vi.fn() }))
const signInMock = vi.mocked(signIn)

beforeEach(() => {
  signInMock.mockReset().mockResolvedValue(undefined)
})
afterEach(cleanup)

async function open(props: Partial<Parameters<typeof LoginPage>[0]> = {}) {
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => <LoginPage redirectTo="/dashboard?month=2026-10" demo {...props} />,
    }),
    history: createMemoryHistory({ initialEntries: ['/login'] }),
  })
  render(<RouterProvider router={router as never} />)
  const email = await screen.findByLabelText<HTMLInputElement>('メールアドレス')
  const password = screen.getByLabelText<HTMLInputElement>('パスワード')
  const submit = () => fireEvent.submit(email.form as HTMLFormElement)
  return { router, email, password, submit }
}

const type = (input: HTMLInputElement, value: string) => {
  input.value = value
}

test('signing in opens the page that was requested', async () => {
  const { router, email, password, submit } = await open()
  type(email, ' manager@example.jp ')
  type(password, 'asa-no-rajio-taiso')
  submit()
  await vi.waitFor(() => expect(router.state.location.href).toBe('/dashboard?month=2026-10'))
  expect(signInMock).toHaveBeenCalledWith('manager@example.jp', 'asa-no-rajio-taiso')
})

test('an impatient second click signs in once', async () => {
  let finish = (_: undefined) => {}
  signInMock.mockImplementation(() => new Promise<undefined>((resolve) => (finish = resolve)))
  const { email, password, submit } = await open()
  type(email, 'manager@example.jp')
  type(password, 'asa-no-rajio-taiso')
  submit()
  submit()
  expect(signInMock).toHaveBeenCalledOnce()
  finish(undefined)
})

test('empty fields have a message under each field, the first one focused, and nothing is sent', async () => {
  const { email, submit } = await open()
  submit()
  expect(screen.getByText('メールアドレスを入力してください。').getAttribute('role')).toBe('alert')
  expect(screen.getByText('パスワードを入力してください。')).toBeTruthy()
  expect(document.activeElement).toBe(email)
  expect(email.getAttribute('aria-invalid')).toBe('true')
  expect(signInMock).not.toHaveBeenCalled()
})

test('a wrong password is announced and focused, and the input stays', async () => {
  signInMock.mockRejectedValue(
    new ApiError('unauthenticated', {
      message: 'メールアドレスまたはパスワードが正しくありません。',
      ref: 'R-1',
    }),
  )
  const { email, password, submit } = await open()
  type(email, 'manager@example.jp')
  type(password, 'chigau-password')
  submit()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('メールアドレスまたはパスワードが正しくありません。')
  expect(document.activeElement).toBe(alert)
  expect([email.value, password.value]).toEqual(['manager@example.jp', 'chigau-password'])
})

test('a server failure shows its reference number', async () => {
  signInMock.mockRejectedValue(new ApiError('internal', { ref: 'R-123' }))
  const { email, password, submit } = await open()
  type(email, 'manager@example.jp')
  type(password, 'asa-no-rajio-taiso')
  submit()
  expect((await screen.findByRole('alert')).textContent).toContain('R-123')
})

test('Enter that ends a Japanese conversion does not submit', async () => {
  const { email } = await open()
  expect(fireEvent.keyDown(email, { key: 'Enter', isComposing: true })).toBe(false)
  expect(fireEvent.keyDown(email, { key: 'Enter', isComposing: false })).toBe(true)
})

test('the password can be shown and hidden again', async () => {
  const { password } = await open()
  const reveal = screen.getByRole('button', { name: 'パスワードを表示' })
  fireEvent.click(reveal)
  expect(password.type).toBe('text')
  fireEvent.click(reveal)
  expect(password.type).toBe('password')
})

test('in the demo one click fills the form; elsewhere no accounts are listed', async () => {
  const { email, password } = await open()
  fireEvent.click(screen.getByRole('button', { name: /店長/ }))
  expect([email.value, password.value]).toEqual(['manager@example.jp', demoPassword])
  cleanup()
  await open({ demo: false })
  expect(screen.queryByText('デモ用アカウント')).toBeNull()
})

test('after being signed out the login page says why', async () => {
  await open({ reason: 'expired' })
  expect(screen.getByRole('status').textContent).toContain('有効期限が切れました')
})
