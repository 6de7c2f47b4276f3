import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ApiError } from '#contract/errors.ts'
import { CheckboxField, RadioField } from '../fields/choice-fields'
import { DateTimeField } from '../fields/date-time-field'
import { TextField } from '../fields/text-field'
import { ResourceForm } from './resource-form'
import { useResourceForm } from './use-resource-form'

vi.mock('@tanstack/react-router', () => ({ useBlocker: () => ({ status: 'idle' }) }))

const schema = z.strictObject({
  name: z.string().min(1),
  note: z.string().max(5).nullable(),
  kind: z.enum(['small', 'large']),
  from: z.iso.datetime({ offset: true }).nullable(),
  isOpen: z.boolean(),
})
type Values = z.infer<typeof schema>
type Row = Values & { version: number }

const blank: Values = { name: '', note: null, kind: 'small', from: null, isOpen: false }
const saved: Row = { ...blank, version: 1 }
const toValues = ({ version: _, ...values }: Row): Values => values

interface Props {
  row?: Row
  save: (values: Values, call: { row: Row | undefined; headers: Record<string, string> }) => Promise<Row>
  onSaved?: () => void
}

function Thing({ row, save, onSaved = () => {} }: Props) {
  const form = useResourceForm<Values, Row>({
    name: 'thing.new',
    schema,
    ...(row && { row }),
    initial: row ? toValues(row) : blank,
    toValues,
    save,
    onSaved,
  })
  const { fields } = form
  return (
    <ResourceForm form={form} onCancel={() => {}}>
      <TextField field={fields.name} label="名前" required />
      <TextField field={fields.note} label="メモ" />
      <RadioField
        field={fields.kind}
        label="種類"
        options={[
          { value: 'small', label: '小' },
          { value: 'large', label: '大' },
        ]}
      />
      <DateTimeField field={fields.from} label="開始" />
      <CheckboxField field={fields.isOpen} label="公開" text="公開する" />
    </ResourceForm>
  )
}

const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const submit = (label = '登録する') => fireEvent.click(screen.getByRole('button', { name: label }))
const shownIn = (label: RegExp) => (screen.getByLabelText(label) as HTMLInputElement).value

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a missing value has a message at its field, which gets the focus; nothing is sent', async () => {
  const save = vi.fn()
  render(<Thing save={save} />)
  submit()
  await screen.findByText('入力してください。')
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/名前/)))
  expect(screen.getByLabelText(/名前/).getAttribute('aria-invalid')).toBe('true')
  expect(save).not.toHaveBeenCalled()
})

test('pressing again during a save sends nothing more; a retry has the same idempotency key', async () => {
  let finish: (row: Row) => void = () => {}
  const save = vi
    .fn<Props['save']>()
    .mockRejectedValueOnce(new ApiError('network'))
    .mockImplementationOnce(() => new Promise((resolve) => (finish = resolve)))
  const onSaved = vi.fn()
  render(<Thing save={save} onSaved={onSaved} />)
  type(/名前/, '体験会')
  submit()
  await screen.findByText('通信に失敗しました。時間をおいて、もう一度お試しください。')
  submit()
  await vi.waitFor(() => expect(save).toHaveBeenCalledTimes(2))
  fireEvent.click(screen.getByRole('button', { name: /保存しています/ }))
  finish(saved)
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  expect(save).toHaveBeenCalledTimes(2)
  const keys = save.mock.calls.map(([, call]) => call.headers['idempotency-key'])
  expect(keys[0]).toMatch(/^[\w-]{36}$/)
  expect(keys[1]).toBe(keys[0])
})

test('an error of the API is shown at its field until that value is changed', async () => {
  const save = vi.fn<Props['save']>().mockRejectedValue(new ApiError('invalid', { fields: { name: '使用済みです。' } }))
  render(<Thing save={save} />)
  type(/名前/, '体験会')
  submit()
  await screen.findByText('使用済みです。')
  expect(shownIn(/名前/)).toBe('体験会')
  type(/名前/, '体験会2')
  expect(screen.queryByText('使用済みです。')).toBeNull()
})

test('a stale write: your change and the latest side by side, and the choice is saved on the new version', async () => {
  const latest: Row = { ...saved, name: '別の名前', kind: 'large', version: 2 }
  const save = vi
    .fn<Props['save']>()
    .mockRejectedValueOnce(new ApiError('stale', { current: latest }))
    .mockResolvedValueOnce({ ...latest, version: 3 })
  render(<Thing row={{ ...saved, name: '元の名前' }} save={save} />)
  type(/名前/, '自分の名前')
  submit('更新する')
  await screen.findByText('ほかの人が先に更新しました')
  fireEvent.click(screen.getByText('選んだ内容で保存'))
  await vi.waitFor(() => expect(save).toHaveBeenCalledTimes(2))
  // What one has not touched follows the latest.
  expect(save.mock.calls[1]?.[0]).toEqual({ ...blank, name: '自分の名前', kind: 'large' })
  expect(save.mock.calls[1]?.[1].row?.version).toBe(2)
})

test('input is kept 600 ms after the last key, and offered when the form opens again', () => {
  vi.useFakeTimers()
  render(<Thing save={vi.fn()} />)
  type(/名前/, '途中')
  vi.advanceTimersByTime(599)
  expect(localStorage.getItem('karada.draft.thing.new')).toBeNull()
  vi.advanceTimersByTime(1)
  expect(localStorage.getItem('karada.draft.thing.new')).toContain('途中')
  cleanup()
  render(<Thing save={vi.fn()} />)
  expect(shownIn(/名前/)).toBe('')
  fireEvent.click(screen.getByText('前回の入力を復元'))
  expect(shownIn(/名前/)).toBe('途中')
})

test('input of a form that closes within the 600 ms is kept as well', () => {
  render(<Thing save={vi.fn()} />)
  type(/名前/, '急いで閉じた')
  cleanup()
  expect(localStorage.getItem('karada.draft.thing.new')).toContain('急いで閉じた')
})

test('no draft is kept after a save', async () => {
  const onSaved = vi.fn()
  render(<Thing save={vi.fn<Props['save']>().mockResolvedValue(saved)} onSaved={onSaved} />)
  type(/名前/, '体験会')
  submit()
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  cleanup()
  expect(localStorage.getItem('karada.draft.thing.new')).toBeNull()
})

test('Enter that ends a composition does not submit', () => {
  render(<Thing save={vi.fn()} />)
  const enter = (more: object) => fireEvent.keyDown(screen.getByLabelText(/名前/), { key: 'Enter', ...more })
  // fireEvent answers false when the browser's own reaction, the submit, was prevented.
  expect(enter({ isComposing: true })).toBe(false)
  expect(enter({ keyCode: 229 })).toBe(false)
  expect(enter({ keyCode: 13 })).toBe(true)
})

test('optional text is null when emptied; a date and time is in Tokyo', async () => {
  const save = vi.fn<Props['save']>().mockResolvedValue(saved)
  render(<Thing save={save} />)
  type(/名前/, '体験会')
  type(/メモ/, 'x')
  type(/メモ/, '')
  type(/開始/, '2026-12-01T09:30')
  submit()
  await vi.waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(save.mock.calls[0]?.[0]).toEqual({ ...blank, name: '体験会', from: '2026-12-01T09:30:00.000+09:00' })
})
