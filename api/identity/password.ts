import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { dictionary } from '@zxcvbn-ts/language-common'
import { ApiError } from '#contract/errors.ts'

/** 32 MiB and about a quarter of a second: OWASP's scrypt setting that a small machine can still bear. */
const cost = { logN: 15, r: 8, p: 3 }
const keyLength = 32

/** Beyond this many waiting sign-ins the next is refused with Retry-After, so that a flood cannot fill the memory. */
const maxWaiting = 64
let waiting = 0

async function derive(password: string, salt: Buffer, { logN, r, p }: typeof cost): Promise<Buffer> {
  if (waiting >= maxWaiting) throw new ApiError('rate_limited', { retryAfter: 5 })
  waiting += 1
  const options: ScryptOptions = { N: 2 ** logN, r, p, maxmem: 256 * 2 ** logN * r }
  try {
    return await new Promise((resolve, reject) => {
      scrypt(password.normalize('NFKC'), salt, keyLength, options, (error, key) =>
        error ? reject(error) : resolve(key),
      )
    })
  } finally {
    waiting -= 1
  }
}

/** `scrypt$logN$r$p$salt$key`, salt and key in base64url. Full-width and half-width letters are one password. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost)
  return ['scrypt', cost.logN, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** A dummy hash: an unknown account costs the same work as a known one. */
const dummyHash = ['scrypt', cost.logN, cost.r, cost.p, 'AAAAAAAAAAAAAAAAAAAAAA', 'A'.repeat(43)].join('$')

/** Whether `password` made `encoded`. Without a hash it does the same work and answers false. */
export async function verifyPassword(password: string, encoded: string | null | undefined): Promise<boolean> {
  const [scheme, logN, r, p, salt, key] = (encoded ?? dummyHash).split('$')
  if (scheme !== 'scrypt' || !salt || !key) return false
  const expected = Buffer.from(key, 'base64url')
  const actual = await derive(password, Buffer.from(salt, 'base64url'), {
    logN: Number(logN),
    r: Number(r),
    p: Number(p),
  })
  return expected.length === actual.length && timingSafeEqual(expected, actual) && Boolean(encoded)
}

const common = new Set<string>(dictionary['passwords-common'])
const serviceNames = ['karadadesk', 'karada-desk', 'karada', 'カラダデスク', 'からだですく']

/**
 * Why a new password is too easy to guess, in Japanese; null when it is not.
 * Refused: common passwords, also repeated or with digits and symbols around them, few different characters, dates and
 * other plain numbers, and passwords that are little more than the service's name or the e-mail address.
 */
export function passwordWeakness(password: string, email: string): string | null {
  const folded = password.normalize('NFKC').toLowerCase()
  if (folded === email.toLowerCase()) return 'メールアドレスと同じパスワードは使用できません。'
  const localPart = email.toLowerCase().split('@')[0] ?? ''
  const names = [...serviceNames, localPart].filter((name) => name.length >= 4).map((name) => name.normalize('NFKC'))
  const withoutNames = names.reduce((rest, name) => rest.replaceAll(name, ''), folded)
  if (withoutNames !== folded && withoutNames.length < 8) {
    return 'サービス名やメールアドレスを含む、推測されやすいパスワードは使用できません。'
  }
  const unit = folded.match(/^(.+?)\1+$/)?.[1] ?? folded
  const core = unit.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const isGuessable =
    new Set(folded).size < 5 ||
    [folded, unit, core].some((word) => common.has(word)) ||
    isRun(folded) ||
    /^[\d\s/._-]+$/.test(folded)
  return isGuessable ? '推測されやすいパスワードは使用できません。' : null
}

/** abcdefghijkl, 123456789012, lkjihgfedcba: each character next to the one before it. */
function isRun(text: string): boolean {
  const steps = [...text].slice(1).map((character, at) => (character.codePointAt(0) ?? 0) - (text.codePointAt(at) ?? 0))
  return [1, -1].some((direction) => steps.filter((step) => step === direction).length >= steps.length * 0.8)
}
