import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ResourceForm } from '../resource-form/resource-form'
import { useResourceForm } from '../resource-form/use-resource-form'
import { TagsField } from './tags-field'

vi.mock('@tanstack/react-router', () => ({ useBlocker: () => ({ status: 'idle' }) }))

interface Values {
  tags: string[]
}

const Form = (props: Values) => (
  <QueryClientProvider client={new QueryClient()}>
    <Trial {...props} />
  </QueryClientProvider>
)

function Trial({ tags }: Values) {
  const form = useResourceForm<Values, Values & { version: number }>({
    name: 'trial.new',
    schema: z.strictObject({ tags: z.array(z.string()) }),
    initial: { tags },
    toValues: ({ tags: stored }) => ({ tags: stored }),
    save: async (values) => ({ ...values, version: 1 }),
    onSaved: () => {},
  })
  return (
    <ResourceForm form={form} onCancel={() => {}}>
      <TagsField field={form.fields.tags} label="タグ" most={10} />
    </ResourceForm>
  )
}

afterEach(cleanup)
const input = () => screen.getByRole('textbox', { name: 'タグ' })
const shown = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
const type = (text: string) => fireEvent.change(input(), { target: { value: text } })

test('a tag is added with Enter or a comma, once each', () => {
  render(<Form tags={[]} />)
  type('睡眠')
  fireEvent.keyDown(input(), { key: 'Enter' })
  type('肩こり、睡眠、')
  expect(shown()).toEqual(['睡眠', '肩こり'])
  expect(screen.getByText('2 / 10個')).toBeTruthy()
})

test('Enter that only confirms a conversion adds nothing', () => {
  render(<Form tags={[]} />)
  type('すいみん')
  fireEvent.keyDown(input(), { key: 'Enter', isComposing: true })
  expect(shown()).toEqual([])
})

test('a comma inside a conversion waits for its end', () => {
  render(<Form tags={[]} />)
  fireEvent.input(input(), { target: { value: 'うんどう、' }, isComposing: true })
  expect(shown()).toEqual([])
  fireEvent.input(input(), { target: { value: '運動、' }, isComposing: true })
  fireEvent.compositionEnd(input())
  expect(shown()).toEqual(['運動'])
})

test('text left in the field on blur becomes a tag', () => {
  render(<Form tags={['食事']} />)
  type('水分補給')
  fireEvent.blur(input())
  expect(shown()).toEqual(['食事', '水分補給'])
})

test('a tag is removed by its button, the last one by Backspace in the empty field', () => {
  render(<Form tags={['食事', '夏', '冬']} />)
  fireEvent.click(screen.getByRole('button', { name: '夏を外す' }))
  expect(shown()).toEqual(['食事', '冬'])
  fireEvent.keyDown(input(), { key: 'Backspace' })
  expect(shown()).toEqual(['食事'])
})
