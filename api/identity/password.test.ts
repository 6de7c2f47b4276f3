import { expect, test } from 'vitest'
import { createPasswords, passwordWeakness } from './password.ts'

const passwords = createPasswords()

test('a password matches its own hash and no other does', async () => {
  const hash = await passwords.hash('asa-no-rajio-taiso')
  expect(hash).toMatch(/^scrypt\$15\$8\$3\$/)
  expect(hash).not.toContain('rajio')
  expect(await passwords.verify('asa-no-rajio-taiso', hash)).toBe(true)
  expect(await passwords.verify('asa-no-rajio-taisO', hash)).toBe(false)
})

test('the same password never has the same hash twice', async () => {
  expect(await passwords.hash('asa-no-rajio-taiso')).not.toBe(await passwords.hash('asa-no-rajio-taiso'))
})

test('full-width and half-width letters are the same password', async () => {
  expect(await passwords.verify('ａｓａ－ｎｏ－ｒａｊｉｏ', await passwords.hash('asa-no-rajio'))).toBe(true)
})

test('an account without a hash costs the same work, and is refused', async () => {
  const hash = await passwords.hash('asa-no-rajio-taiso')
  const time = async (encoded: string | null) => {
    const start = performance.now()
    expect(await passwords.verify('wrong-password-here', encoded)).toBe(false)
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
