import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render as renderAlone, screen } from '@testing-library/react'
import type { ReactElement, ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ApiError, rehearsalHeader } from '#contract/errors.ts'
import { todayInTokyo } from '~/lib/dates'
import { CheckboxField, RadioField } from '../fields/choice-fields'
import { DateTimeField } from '../fields/date-time-field'
import { TextField } from '../fields/text-field'
import { ResourceForm } from './resource-form'
import { type Question, useResourceForm, valuesOf } from './use-resource-form'

vi.mock('@tanstack/react-router', () => ({ useBlocker: () => ({ status: 'idle' }) }))

const schema = z.strictObject({
  name: z.string().min(1),
  note: z.string().max(5).nullable(),
  kind: z.enum(['small', 'large']),
  from: z.iso.datetime({ offset: true }).nullable(),
  isOpen: z.boolean(),
})
type Values = z.infer<typeof schema>
type Row = Values & { version: number; updatedBy?: { id?: string; displayName: string }; updatedAt?: string }

const blank: Values = { name: '', note: null, kind: 'small', from: null, isOpen: false }
const saved: Row = { ...blank, version: 1 }
const toValues = (row: Row): Values => valuesOf<Values>(row, blank)

interface Props {
  row?: Row
  save: (values: Values, call: { row: Row | undefined; headers: Record<string, string>; done?: string }) => Promise<Row>
  onSaved?: () => void
  ask?: (values: Values) => Question
}

function Thing({ row, save, onSaved = () => {}, ask }: Props) {
  const form = useResourceForm<Values, Row>({
    name: 'thing.new',
    schema,
    ...(row && { row }),
    initial: row ? toValues(row) : blank,
    toValues,
    ...(ask && { ask }),
    save,
    onSaved,
  })
  const { fields } = form
  return (
    <ResourceForm form={form} onCancel={() => {}}>
      <TextField field={fields.name} label="名前" />
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

const queryClient = new QueryClient()
queryClient.setQueryData(['user', 'me', {}], { staff: { id: '3' } })
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)
const render = (ui: ReactElement) => renderAlone(ui, { wrapper })

const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const submit = (label = '登録する') => fireEvent.click(screen.getByRole('button', { name: label }))
const described = (label: RegExp) => {
  const ids = screen.getByLabelText(label).getAttribute('aria-describedby') ?? ''
  return document.getElementById(ids.split(' ')[0] ?? '')?.textContent
}
const shownIn = (label: RegExp) => (screen.getByLabelText(label) as HTMLInputElement).value

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a missing value shows a message with the field’s name and gets the focus; nothing is sent', async () => {
  const save = vi.fn()
  render(<Thing save={save} />)
  submit()
  await vi.waitFor(() => expect(described(/名前/)).toBe('名前を入力してください。'))
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/名前/)))
  expect(screen.getByLabelText(/名前/).getAttribute('aria-invalid')).toBe('true')
  expect(save).not.toHaveBeenCalled()
})

test('the error summary counts invalid fields, links to each, and disappears as they become valid', async () => {
  render(<Thing save={vi.fn()} />)
  type(/メモ/, '六文字のメモ')
  submit()
  const count = await screen.findByText('2件の入力内容を確認してください。')
  expect(count.getAttribute('role')).toBe('alert')
  fireEvent.click(screen.getByRole('link', { name: 'メモは5文字以内で入力してください。' }))
  expect(document.activeElement).toBe(screen.getByLabelText(/メモ/))
  type(/メモ/, '短い')
  await screen.findByText('1件の入力内容を確認してください。')
  type(/名前/, '体験会')
  await vi.waitFor(() => expect(screen.queryByText(/件の入力内容を確認/)).toBeNull())
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
  await screen.findByRole('link', { name: '名前: 使用済みです。' })
  expect(described(/名前/)).toBe('使用済みです。')
  expect(shownIn(/名前/)).toBe('体験会')
  type(/名前/, '体験会2')
  expect(screen.queryByText(/使用済みです。/)).toBeNull()
})

const at = (clock: string) => `${todayInTokyo()}T${clock}:00+09:00`
const theirs = { updatedBy: { displayName: '水野 香織' }, updatedAt: at('18:27'), version: 2 }
const staleWith = (current: Row) => new ApiError('stale', { current })
const before: Row = { ...saved, name: '元の名前' }
const dialog = () => screen.findByRole('dialog', { name: 'ほかの人が先に更新しました' })

test('changes to different fields are merged and saved at once, and the snackbar names the other person', async () => {
  const current: Row = { ...before, ...theirs, kind: 'large' }
  const save = vi.fn<Props['save']>().mockRejectedValueOnce(staleWith(current)).mockResolvedValueOnce(current)
  const onSaved = vi.fn()
  render(<Thing row={before} save={save} onSaved={onSaved} />)
  type(/名前/, '自分の名前')
  submit('更新する')
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(save.mock.calls[1]?.[0]).toEqual({ ...blank, name: '自分の名前', kind: 'large' })
  expect(save.mock.calls[1]?.[1]).toMatchObject({
    row: { version: 2 },
    done: '水野 香織さんの更新（18:27）と合わせて保存しました。',
  })
})

test('the conflict dialog lists only fields that both changed, with author and time, and names the fields taken over', async () => {
  const current: Row = { ...before, ...theirs, name: '別の名前', kind: 'large' }
  const save = vi.fn<Props['save']>().mockRejectedValueOnce(staleWith(current)).mockResolvedValueOnce(current)
  render(<Thing row={before} save={save} />)
  type(/名前/, '自分の名前')
  type(/メモ/, '自分')
  submit('更新する')
  const { textContent } = await dialog()
  expect(textContent).toContain('水野 香織さんの更新 18:27')
  expect(textContent).toContain('相手の更新を取り込む項目: 種類')
  expect(screen.getAllByRole('radio', { name: '自分の変更' })).toHaveLength(1)
  fireEvent.click(screen.getByRole('radio', { name: '相手の更新' }))
  fireEvent.click(screen.getByText('選んだ内容で保存'))
  await vi.waitFor(() => expect(save).toHaveBeenCalledTimes(2))
  expect(save.mock.calls[1]?.[0]).toEqual({ ...blank, name: '別の名前', note: '自分', kind: 'large' })
  expect(save.mock.calls[1]?.[1].row?.version).toBe(2)
})

test('a conflict with a change from one’s own other tab says so', async () => {
  const own = { ...theirs, updatedBy: { id: '3', displayName: '水野 香織' } }
  const current: Row = { ...before, ...own, name: '別の名前' }
  const save = vi.fn<Props['save']>().mockRejectedValueOnce(staleWith(current))
  render(<Thing row={before} save={save} />)
  type(/名前/, 'この画面の名前')
  submit('更新する')
  const { textContent } = await screen.findByRole('dialog', { name: '別のタブで先に変更しました' })
  expect(textContent).toContain('別のタブでの変更 18:27')
  expect(screen.getByRole('radio', { name: 'この画面での変更' })).toBeTruthy()
  expect(textContent).not.toMatch(/水野|相手/)
})

test('a second conflict is handled like the first', async () => {
  const save = vi
    .fn<Props['save']>()
    .mockRejectedValueOnce(staleWith({ ...before, ...theirs, kind: 'large' }))
    .mockRejectedValueOnce(staleWith({ ...before, ...theirs, kind: 'large', name: '別の名前', version: 3 }))
    .mockResolvedValueOnce(saved)
  render(<Thing row={before} save={save} />)
  type(/名前/, '自分の名前')
  submit('更新する')
  await dialog()
  expect(shownIn(/名前/)).toBe('自分の名前')
  fireEvent.click(screen.getByText('選んだ内容で保存'))
  await vi.waitFor(() => expect(save).toHaveBeenCalledTimes(3))
  expect(save.mock.calls[2]?.[0]).toEqual({ ...blank, name: '自分の名前', kind: 'large' })
  expect(save.mock.calls[2]?.[1].row?.version).toBe(3)
})

test('an invalid merge offers every field that differs, and loses no input', async () => {
  const save = vi
    .fn<Props['save']>()
    .mockRejectedValueOnce(staleWith({ ...before, ...theirs, kind: 'large' }))
    .mockRejectedValueOnce(new ApiError('invalid', { fields: { kind: '大はこの名前では使えません。' } }))
  render(<Thing row={before} save={save} />)
  type(/名前/, '自分の名前')
  submit('更新する')
  expect((await dialog()).textContent).toContain('大はこの名前では使えません。')
  expect(screen.getAllByRole('radio', { name: '自分の変更' })).toHaveLength(2)
  fireEvent.click(screen.getByText('入力に戻る'))
  expect(shownIn(/名前/)).toBe('自分の名前')
  expect((screen.getByRole('radio', { name: '小' }) as HTMLInputElement).checked).toBe(true)
})

test('a draft that the API would refuse opens no confirmation: the error is at its field', async () => {
  const save = vi
    .fn<Props['save']>()
    .mockRejectedValueOnce(new ApiError('invalid', { fields: { name: '使用済みです。' } }))
    .mockResolvedValue(saved)
  const onSaved = vi.fn()
  render(<Thing save={save} onSaved={onSaved} ask={() => ({ title: '保存する', text: '' })} />)
  type(/名前/, '体験会')
  submit()
  await screen.findByRole('link', { name: '名前: 使用済みです。' })
  expect(screen.queryByRole('alertdialog')).toBeNull()
  type(/名前/, '体験会2')
  submit()
  fireEvent.click(await screen.findByRole('button', { name: 'はい' }))
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  const isRehearsal = save.mock.calls.map(([, { headers }]) => rehearsalHeader in headers)
  expect(isRehearsal).toEqual([true, true, false])
})

test('a merge that needs a new confirmation opens it before saving; one already given is not repeated', async () => {
  const save = vi
    .fn<Props['save']>()
    .mockResolvedValueOnce(saved)
    .mockRejectedValueOnce(staleWith({ ...before, ...theirs, note: '急ぎ' }))
    .mockRejectedValueOnce(staleWith({ ...before, ...theirs, note: '急ぎ', isOpen: true, version: 3 }))
    .mockResolvedValue(saved)
  const ask = ({ isOpen, kind }: Values) => ({ title: isOpen ? '公開する' : '保存する', text: kind })
  render(<Thing row={before} save={save} ask={ask} />)
  type(/名前/, '自分の名前')
  submit('更新する')
  fireEvent.click(await screen.findByRole('button', { name: 'はい' }))
  // The first merge raises the same question, so it is saved and meets the second change.
  await screen.findByRole('alertdialog', { name: '公開する' })
  expect(save).toHaveBeenCalledTimes(4)
  fireEvent.click(screen.getByRole('button', { name: 'はい' }))
  await vi.waitFor(() => expect(save).toHaveBeenCalledTimes(5))
  expect(save.mock.calls[4]?.[0]).toEqual({ ...blank, name: '自分の名前', note: '急ぎ', isOpen: true })
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
  fireEvent.click(screen.getByText('前回の入力を復元する'))
  expect(shownIn(/名前/)).toBe('途中')
})

test('input of a form that closes within 600 ms is kept too', () => {
  render(<Thing save={vi.fn()} />)
  type(/名前/, '急いで閉じた')
  cleanup()
  expect(localStorage.getItem('karada.draft.thing.new')).toContain('急いで閉じた')
})

const draftsIn = () =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith('karada.draft.thing.new'))
    .map((key) => JSON.parse(localStorage.getItem(key) ?? '').values.name)
    .sort()
const leave = (name: string) => {
  render(<Thing save={vi.fn()} />)
  type(/名前/, name)
  cleanup()
}

test('an offered draft is not overwritten until it is taken or refused', () => {
  leave('一つ目')
  leave('二つ目')
  expect(draftsIn()).toEqual(['一つ目', '二つ目'])
  render(<Thing save={vi.fn()} />)
  expect(screen.getAllByText(/保存していない入力が残っています/)).toHaveLength(2)
  for (const refuse of screen.getAllByText('破棄する')) fireEvent.click(refuse)
  expect(screen.queryByText(/保存していない入力が残っています/)).toBeNull()
  expect(draftsIn()).toEqual([])
})

test('two open forms keep two drafts, and saving one keeps the other', async () => {
  const onSaved = vi.fn()
  const first = render(<Thing save={vi.fn()} />)
  fireEvent.change(first.getByLabelText(/名前/), { target: { value: '一つ目' } })
  first.unmount()
  render(<Thing save={vi.fn<Props['save']>().mockResolvedValue(saved)} onSaved={onSaved} />)
  type(/名前/, '二つ目')
  submit()
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  cleanup()
  expect(draftsIn()).toEqual(['一つ目'])
})

test('restoring over typed text asks first', () => {
  leave('前回')
  render(<Thing save={vi.fn()} />)
  type(/名前/, '今回')
  fireEvent.click(screen.getByText('前回の入力を復元する'))
  expect(screen.getByRole('alertdialog', { name: '前回の入力を復元' }).textContent).toContain('置き換わります')
  expect(shownIn(/名前/)).toBe('今回')
  fireEvent.click(screen.getByRole('button', { name: '編集を続ける' }))
  expect(shownIn(/名前/)).toBe('今回')
  fireEvent.click(screen.getByText('前回の入力を復元する'))
  fireEvent.click(screen.getByRole('button', { name: '復元する' }))
  expect(shownIn(/名前/)).toBe('前回')
  cleanup()
  expect(draftsIn()).toEqual(['前回'])
})

test('no draft is kept after a save, nor of what was typed and taken back', async () => {
  const onSaved = vi.fn()
  render(<Thing save={vi.fn<Props['save']>().mockResolvedValue(saved)} onSaved={onSaved} />)
  type(/名前/, '体験会')
  submit()
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  cleanup()
  expect(draftsIn()).toEqual([])
  leave('書きかけ')
  render(<Thing save={vi.fn()} />)
  fireEvent.click(screen.getByText('前回の入力を復元する'))
  type(/名前/, '')
  cleanup()
  expect(draftsIn()).toEqual([])
})

test('Enter that ends a composition does not submit', () => {
  render(<Thing save={vi.fn()} />)
  const enter = (more: object) => fireEvent.keyDown(screen.getByLabelText(/名前/), { key: 'Enter', ...more })
  // fireEvent returns false when the default action (submit) was prevented.
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
