import { expect, test } from 'vitest'
import { hashPassword, passwordWeakness, verifyPassword } from './password.ts'

test('a password opens its own hash and no other does', async () => {
  const hash = await hashPassword('asa-no-rajio-taiso')
  expect(hash).toMatch(/^scrypt\$15\$8\$3\$/)
  expect(hash).not.toContain('rajio')
  expect(await verifyPassword('asa-no-rajio-taiso', hash)).toBe(true)
  expect(await verifyPassword('asa-no-rajio-taisO', hash)).toBe(false)
})

test('the same password never gives the same hash twice', async () => {
  expect(await hashPassword('asa-no-rajio-taiso')).not.toBe(await hashPassword('asa-no-rajio-taiso'))
})

test('full-width letters are the same password as half-width ones', async () => {
  expect(await verifyPassword('ａｓａ－ｎｏ－ｒａｊｉｏ', await hashPassword('asa-no-rajio'))).toBe(true)
})

test('an account without a hash costs the work of one with a hash, and is refused', async () => {
  const hash = await hashPassword('asa-no-rajio-taiso')
  const time = async (encoded: string | null) => {
    const start = performance.now()
    expect(await verifyPassword('wrong-password-here', encoded)).toBe(false)
    return performance.now() - start
  }
  await time(hash)
  const [known, unknown] = [Math.min(await time(hash), await time(hash)), Math.min(await time(null), await time(null))]
  expect(unknown).toBeGreaterThan(known * 0.5)
  expect(unknown).toBeLessThan(known * 2)
})

test.each([
  ['unbelievable'],
  ['Password1234'],
  ['123456789012'],
  ['aaaaaaaaaaaa'],
  ['abcdefghijkl'],
  ['asdfasdfasdf'],
  ['karadadesk2026'],
  ['Karada-Desk!!'],
  ['tanaka.yuko2026'],
  ['tanaka.yuko@example.jp'],
  ['1qaz2wsx3edc'],
  ['qwerty123456'],
  ['2026-11-21-2026'],
])('%s is refused as easy to guess', (password) => {
  expect(passwordWeakness(password, 'tanaka.yuko@example.jp')).toMatch(/使用できません。$/)
})

test.each([['asa-no-rajio-taiso'], ['みかんとりんごとぶどうの季節'], ['correct horse battery'], ['k7#pQ9vR2mXz']])(
  '%s is accepted',
  (password) => {
    expect(passwordWeakness(password, 'manager@example.jp')).toBeNull()
  },
)
