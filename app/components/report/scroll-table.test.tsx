import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ScrollTable, TableHead } from './scroll-table'

const navigate = vi.hoisted(() => vi.fn())
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ navigate }) }))

beforeEach(() => navigate.mockReset())
afterEach(cleanup)

/** Each row's cells; named ones are links with that name, as are the names of rows. */
function Table({ rows, names }: { rows: string[][]; names?: string[] }) {
  return (
    <ScrollTable caption="表">
      <TableHead rows="行" columns={[{ label: '甲', formula: '甲の式。' }, { label: '乙' }]} />
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a test
          <tr key={index}>
            <th scope="row">{names?.[index] ? <a href={`/${names[index]}`}>{names[index]}</a> : index}</th>
            {row.map((name, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells of a test
              <td key={column}>
                {name ? (
                  <a href={`/${name}`} tabIndex={-1}>
                    {name}
                  </a>
                ) : (
                  0
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  )
}

const link = (name: string) => screen.getByRole('link', { name })
const press = (key: string, more = {}) => fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })
const stops = () => [...document.querySelectorAll('[tabindex="0"]')].map((element) => element.textContent)

test('the table is a single Tab stop: the last focused element', () => {
  render(<Table rows={[['a', 'b']]} />)
  expect(stops()).toEqual(['甲'])
  link('b').focus()
  expect(stops()).toEqual(['b'])
})

test('names of rows that are links are no Tab stops of their own, nor those that become links later', () => {
  const { rerender } = render(<Table rows={[['a'], ['b']]} names={['新宿店', '渋谷店']} />)
  expect(stops()).toEqual(['甲'])
  rerender(<Table rows={[['a'], ['b'], ['c']]} names={['新宿店', '渋谷店', '池袋店']} />)
  expect(stops()).toEqual(['甲'])
  const late = document.createElement('a')
  late.href = '/late'
  link('a').before(late)
  late.tabIndex = 0
  link('池袋店').focus()
  expect(stops()).toEqual(['池袋店'])
})

test('without links or formulas it can still be scrolled by keyboard', () => {
  render(
    <ScrollTable caption="表">
      <tbody />
    </ScrollTable>,
  )
  expect(screen.getByRole('region', { name: '表' }).tabIndex).toBe(0)
})

test('if the Tab stop disappears, another element takes over', () => {
  const { rerender } = render(<Table rows={[['a', 'b']]} />)
  link('b').focus()
  rerender(<Table rows={[['a', '']]} />)
  expect(stops()).toEqual(['甲'])
})

test('arrow keys move between elements, Home and End along the row', () => {
  render(
    <Table
      rows={[
        ['a', 'b'],
        ['c', 'd'],
      ]}
    />,
  )
  screen.getByRole('button', { name: '甲' }).focus()
  press('ArrowDown')
  expect(document.activeElement).toBe(link('a'))
  press('ArrowRight')
  press('ArrowDown')
  expect(document.activeElement).toBe(link('d'))
  press('Home')
  expect(document.activeElement).toBe(link('c'))
  press('End')
  press('ArrowRight')
  expect(document.activeElement).toBe(link('d'))
})

test('moving down a column skips its empty cells', () => {
  render(
    <Table
      rows={[
        ['', 'b'],
        ['a', ''],
        ['c', 'd'],
      ]}
    />,
  )
  link('b').focus()
  press('ArrowDown')
  expect(document.activeElement).toBe(link('d'))
})

test('arrow keys with a modifier keep the browser’s meaning', () => {
  render(<Table rows={[['a', 'b']]} />)
  link('b').focus()
  expect(press('ArrowLeft', { altKey: true })).toBe(true)
  expect(document.activeElement).toBe(link('b'))
})

test('plain clicks are handled here, clicks for a new tab by the browser', () => {
  render(<Table rows={[['a']]} />)
  fireEvent.click(link('a'))
  expect(navigate).toHaveBeenCalledWith({ href: '/a' })
  navigate.mockReset()
  fireEvent.click(link('a'), { ctrlKey: true })
  expect(navigate).not.toHaveBeenCalled()
})
