import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { PageTurns } from './page-turns'

afterEach(cleanup)

function Pages({ total }: { total: number }) {
  const [page, setPage] = useState(1)
  return <PageTurns of="会員" size={50} {...{ page, total }} onTurn={setPage} />
}

test('by keyboard the last page is reached and left again: its button keeps the focus and does nothing', () => {
  render(<Pages total={1053} />)
  const [back, on] = [screen.getByRole('button', { name: '前へ' }), screen.getByRole('button', { name: '次へ' })]
  expect(back.getAttribute('aria-disabled')).toBe('true')
  on.focus()
  for (let turn = 0; turn < 30; turn += 1) fireEvent.click(on)
  expect(screen.getByRole('status').textContent).toBe('1,051–1,053 / 全1,053名')
  expect(document.activeElement).toBe(on)
  fireEvent.click(back)
  expect(screen.getByRole('status').textContent).toBe('1,001–1,050 / 全1,053名')
})

test('one page has nothing to turn', () => {
  render(<Pages total={50} />)
  expect(screen.queryByRole('navigation')).toBeNull()
})
