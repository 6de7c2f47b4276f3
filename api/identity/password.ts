import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { dictionary } from '@zxcvbn-ts/language-common'
import { createTurns } from '../lib/turns.ts'

/** 32 MiB and about a quarter of a second: the OWASP scrypt setting that a small machine can afford. */
const usualCost = { logN: 15, r: 8, p: 3 }
type Cost = typeof usualCost
const keyLength = 32

function derive(password: string, salt: Buffer, { logN, r, p }: Cost): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** logN, r, p, maxmem: 256 * 2 ** logN * r }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyLength, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

export interface Passwords {
  /** `scrypt$logN$r$p$salt$key`, salt and key in base64url. Full-width and half-width letters are equivalent. */
  hash(password: string): Promise<string>
  /** Whether `password` matches `encoded`, at the cost it names. Without a hash: false, after the same time. */
  verify(password: string, encoded: string | null | undefined): Promise<boolean>
}

/** Password hashing off the event loop. Tests that are not about passwords use a lower cost. */
export function createPasswords(cost: Cost = usualCost): Passwords {
  /**
   * As many as there are cores; when the queue is full the next one is refused, so that a flood cannot fill the memory.
   */
  const inTurn = createTurns({ atOnce: availableParallelism(), waiting: 64 })

  /** Dummy hashing for unknown accounts: the current run, and the one that all later ones share. */
  let pretended: Promise<void> | null = null
  let pretendedNext: Promise<void> | null = null

  /**
   * The time that an unknown account costs, so that it answers no sooner than a known one. All waiting attempts share
   * one run: a thousand invented addresses do not block sign-ins.
   */
  function pretend(): Promise<void> {
    if (!pretended) {
      pretended = derive('', Buffer.alloc(16), cost)
        .then(() => {})
        .finally(() => {
          pretended = null
        })
      return pretended
    }
    pretendedNext ??= pretended.then(() => {
      pretendedNext = null
      return pretend()
    })
    return pretendedNext
  }

  return {
    async hash(password) {
      const salt = randomBytes(16)
      const key = await inTurn('real', () => derive(password, salt, cost))
      return ['scrypt', cost.logN, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
    },

    async verify(password, encoded) {
      if (!encoded) {
        await pretend()
        return false
      }
      const [scheme, logN, r, p, salt, key] = encoded.split('$')
      if (scheme !== 'scrypt' || !salt || !key) return false
      const expected = Buffer.from(key, 'base64url')
      const costOfIt = { logN: Number(logN), r: Number(r), p: Number(p) }
      const proof = inTurn('real', () => derive(password, Buffer.from(salt, 'base64url'), costOfIt))
      // Known accounts wait like unknown ones; otherwise the shorter time would reveal that the account exists.
      const [actual] = await Promise.all([proof, pretended && pretend()])
      return expected.length === actual.length && timingSafeEqual(expected, actual)
    },
  }
}

const common = new Set<string>(dictionary['passwords-common'])
const serviceNames = ['karadadesk', 'karada-desk', 'karada', 'カラダデスク', 'からだですく']

/**
 * Why a new password is too easy to guess, in Japanese; null when it is not. Refused: common passwords, also repeated
 * or with digits and symbols around them, few different characters, dates and other plain numbers, and passwords that
 * contain little more than the service's name or the e-mail address.
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

/** abcdefghijkl, 123456789012, lkjihgfedcba: each character is next to the previous one. */
function isRun(text: string): boolean {
  const steps = [...text].slice(1).map((character, at) => (character.codePointAt(0) ?? 0) - (text.codePointAt(at) ?? 0))
  return [1, -1].some((direction) => steps.filter((step) => step === direction).length >= steps.length * 0.8)
}
