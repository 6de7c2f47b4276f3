import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ViewNameForm } from './view-name-form'

afterEach(cleanup)

const show = (taken: 'replaceable' | 'protected') => {
  const onName = vi.fn()
  const takenBy = (name: string) => (name === '休会中' ? taken : undefined)
  render(<ViewNameForm noun="条件" label="条件の名前" action="保存する" takenBy={takenBy} onName={onName} />)
  return {
    onName,
    type: (value: string) => fireEvent.change(screen.getByLabelText('条件の名前'), { target: { value } }),
  }
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a name that is taken replaces the other view only after 上書きする, however often 保存する is pressed', () => {
  const { onName, type } = show('replaceable')
  type(' 休会中 ')
  press('保存する')
  press('保存する')
  fireEvent.submit(screen.getByLabelText('条件の名前'))
  expect(onName).not.toHaveBeenCalled()
  expect(screen.getByRole('alert').textContent).toContain(
    '同じ名前の条件があります。置き換える場合は「上書きする」を押してください。',
  )
  press('上書きする')
  expect(onName).toHaveBeenCalledExactlyOnceWith('休会中')
})

test('a view that the user may not change is never replaced, and another name is saved at once', () => {
  const { onName, type } = show('protected')
  type('休会中')
  press('保存する')
  expect(screen.getByRole('alert').textContent).toBe('同じ名前の条件があります。別の名前を入力してください。')
  expect(screen.queryByRole('button', { name: '上書きする' })).toBeNull()
  type('休会中2')
  press('保存する')
  expect(onName).toHaveBeenCalledExactlyOnceWith('休会中2')
})
