import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type OverlayProps, useOnDemand } from './on-demand'

const notify = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn(), message: vi.fn() }))
vi.mock('./notices', () => ({ notify }))
vi.stubGlobal('fetch', async () => ({ ok: true }))
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

type Load = () => Promise<{ default: (props: OverlayProps) => React.ReactNode }>

function Menu({ load }: { load: Load }) {
  const { button, Overlay, overlayProps } = useOnDemand(load)
  return (
    <>
      <button type="button" {...button}>
        メニュー
      </button>
      {Overlay && <Overlay {...overlayProps} />}
    </>
  )
}

const Content = ({ open }: OverlayProps) => open && <p>開きました</p>

const button = () => screen.getByRole('button')

test('a click on a menu that cannot be loaded says so, and the next click tries again', async () => {
  const load = vi.fn<Load>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue({ default: Content })
  render(<Menu load={load} />)
  fireEvent.click(button())
  await waitFor(() => expect(notify.error).toHaveBeenCalledOnce())
  expect(notify.error.mock.calls[0]?.[0]).toBe('新しい版があります。再読み込みしてください。')
  expect(button().getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(button())
  await screen.findByText('開きました')
})

test('a failed load on hover shows no message', async () => {
  const load = vi.fn<Load>().mockRejectedValue(new Error('offline'))
  render(<Menu load={load} />)
  fireEvent.pointerEnter(button())
  await waitFor(() => expect(load).toHaveBeenCalled())
  await Promise.resolve()
  expect(notify.error).not.toHaveBeenCalled()
})
