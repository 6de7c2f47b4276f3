import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '#contract/errors.ts'
import { ConfirmDialog } from './confirm-dialog'

vi.mock('~/identity/leave', () => ({ endSession: vi.fn() }))
const notify = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }))
vi.mock('~/lib/notices', () => ({ notify }))

afterEach(cleanup)

const nothing = () => {}
const show = (props: Partial<Parameters<typeof ConfirmDialog>[0]> = {}) =>
  render(
    <ConfirmDialog check="nothing" title="お知らせを削除" onYes={nothing} onNo={nothing} {...props}>
      「年末の営業時間」を削除します。
    </ConfirmDialog>,
  )

test('it offers はい and いいえ, and says what will happen', () => {
  show()
  const dialog = screen.getByRole('alertdialog', { name: 'お知らせを削除' })
  expect(dialog.textContent).toContain('「年末の営業時間」を削除します。')
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['いいえ', 'はい'])
})

test('the focus starts on はい, or on いいえ for an action that cannot be undone', () => {
  show()
  expect(document.activeElement?.textContent).toBe('はい')
  cleanup()
  show({ destructive: true })
  expect(document.activeElement?.textContent).toBe('いいえ')
})

test('the focus starts on the answer that changes nothing, if the caller says so', () => {
  show({ yes: '保存せずに離れる', no: '編集を続ける', offersNo: true })
  expect(document.activeElement?.textContent).toBe('編集を続ける')
})

test('a destructive はい is red', () => {
  show({ destructive: true })
  expect(screen.getByRole('button', { name: 'はい' }).className).toContain('bg-destructive')
})

test('Esc is いいえ', () => {
  const onNo = vi.fn()
  show({ onNo })
  fireEvent(screen.getByRole('alertdialog'), new Event('cancel', { cancelable: true }))
  expect(onNo).toHaveBeenCalledOnce()
})

test('a running action cannot be started twice', async () => {
  let finish = nothing
  const onYes = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  const onNo = vi.fn()
  show({ onYes, onNo })
  const yes = screen.getByRole('button', { name: 'はい' })
  fireEvent.click(yes)
  fireEvent.click(yes)
  fireEvent(screen.getByRole('alertdialog'), new Event('cancel', { cancelable: true }))
  expect(onYes).toHaveBeenCalledOnce()
  expect(onNo).not.toHaveBeenCalled()
  finish()
  await vi.waitFor(() => expect(yes).toHaveProperty('disabled', false))
})

test('a rejected action leaves the dialog open for another try', async () => {
  const onYes = vi.fn(() => Promise.reject(new Error('refused')))
  show({ onYes })
  const yes = screen.getByRole('button', { name: 'はい' })
  fireEvent.click(yes)
  await vi.waitFor(() => expect(yes).toHaveProperty('disabled', false))
  fireEvent.click(yes)
  expect(onYes).toHaveBeenCalledTimes(2)
})

test('closing it returns the focus', () => {
  render(<button type="button">削除</button>)
  const opener = screen.getByRole('button', { name: '削除' })
  opener.focus()
  const { unmount } = show()
  expect(document.activeElement).not.toBe(opener)
  unmount()
  expect(document.activeElement).toBe(opener)
})

test('an action that would be refused shows the reason instead of a confirmation', async () => {
  const onNo = vi.fn()
  show({ check: () => Promise.reject(new ApiError('stale')), onNo })
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await vi.waitFor(() => expect(onNo).toHaveBeenCalledOnce())
  expect(notify.error).toHaveBeenCalledOnce()
  cleanup()
  show({ check: async () => ({}) })
  await screen.findByRole('alertdialog', { name: 'お知らせを削除' })
})
