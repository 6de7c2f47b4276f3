import { expect, test } from 'vitest'
import { ApiError, errorMessage, errorStatus } from './errors.ts'

test('a message longer than 200 characters is cut', () => {
  expect(new ApiError('invalid', { message: 'あ'.repeat(1_000) }).message).toBe('あ'.repeat(200))
})

test('an error is complete after the wire, without a stack', () => {
  const sent = new ApiError('stale', { message: '更新済みです。', ref: 'r-1', current: { version: 2 } })
  const { code, ...detail } = JSON.parse(JSON.stringify(sent.toBody()))
  expect(Object.keys({ code, ...detail }).sort()).toEqual(['code', 'current', 'message', 'ref'])
  expect(new ApiError(code, detail)).toMatchObject({ status: 409, code: 'stale', ref: 'r-1', current: { version: 2 } })
})

test('every error code has a status and a Japanese sentence', () => {
  expect(Object.keys(errorMessage).sort()).toEqual(Object.keys(errorStatus).sort())
  for (const sentence of Object.values(errorMessage)) expect(sentence).toMatch(/[ぁ-ん].*。$/)
})
