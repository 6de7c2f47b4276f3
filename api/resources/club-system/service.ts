import { createHash, randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { ClubSystem, ClubSystemMapping, clubSystem } from '#contract/club-system.ts'
import type { Input } from '#contract/endpoint.ts'
import { ApiError, isApiError } from '#contract/errors.ts'
import type { shop } from '#contract/shop.ts'
import { clubSystemWebhooks, studioAnswers } from '#contract/words/club-system.ts'
import type { AuditDetail, Beforehand, Ctx, Handlers, Scoped } from '../../context.ts'
import { clearCodes, countCode, spendCode, stateOfSecondFactor, wrongCode } from '../../identity/second-factor.ts'
import { toTokyoDateTime } from '../../lib/time.ts'
import type { Jobs } from '../../mail/jobs.ts'
import { ProviderFailure, type ProviderInstructor, type ProviderStudio } from '../../sync/club-system.ts'
import {
  type Connecting,
  connect,
  disconnect,
  readConnection,
  webhookSecretOf,
  withClubSystem,
} from '../../sync/connection.ts'
import { mergeHandlers } from './merge.ts'
import {
  countVersion,
  forgetAuthorizations,
  holdsDemo,
  keepAuthorization,
  lastWebhookAt,
  readInstructors,
  readShops,
  readShown,
  readStaff,
  readStudios,
  removeInstructor,
  removeStudio,
  replaceInstructor,
  replaceStudio,
  spendAuthorization,
} from './repository.ts'
import { runHandlers } from './runs.ts'
import { drawnBrand } from './runs-repository.ts'
import { unreadHandlers } from './unread.ts'

interface ClubSystemServices extends Connecting {
  jobs: Jobs
  appUrl: string
  /** The verb that registers a shop by hand. */
  createShop: Handlers<typeof shop>['create']
}

const authorizationMs = 10 * 60_000
const callbackPath = '/other-settings/club-system/callback'

type Draft = Input<(typeof clubSystem)['saveMapping']>
interface Read {
  brandCode: string
  studios: ProviderStudio[]
  instructors: ProviderInstructor[]
}

export const clubSystemHandlers = (services: ClubSystemServices): Handlers<typeof clubSystem> => {
  const { driver } = services
  const redirectUri = services.appUrl + callbackPath
  const toClubSystem = (ctx: Ctx) => clubSystemOf(ctx, services, redirectUri)

  return {
    get: toClubSystem,
    ...runHandlers,
    ...unreadHandlers,
    ...mergeHandlers(services, failed),

    begin: {
      prepare: async ({ brandCode }, before) => {
        requireSettings(services)
        if (await before.read(holdsDemo)) throw new ApiError('conflict', { message: demoSentence })
        await before.read((scoped) => requireBrand(scoped, brandCode))
        await requireFactor(before)
        return async (ctx, { code }) => {
          await requireCode(ctx, code)
          const state = randomBytes(32).toString('base64url')
          const expiresAt = new Date(ctx.now.getTime() + authorizationMs)
          const { staffId } = ctx.principal
          await forgetAuthorizations(ctx.scoped, ctx.now)
          await keepAuthorization(ctx.scoped, { stateHash: hashOf(state), staffId, brandCode, expiresAt })
          ctx.audit({ diff: { brandCode: { before: null, after: brandCode } } })
          return { address: driver.authorizeUrl({ brandCode, redirectUri, state }) }
        }
      },
    },

    finish: {
      prepare: async ({ state, authorizationCode }, { principal: { staffId }, now, read, write }) => {
        requireSettings(services)
        if (await read(holdsDemo)) throw new ApiError('conflict', { message: demoSentence })
        // Spent whatever follows: the code is sent once.
        const spent = await write((scoped) => spendAuthorization(scoped, { stateHash: hashOf(state), staffId, now }))
        if (!spent) throw new ApiError('invalid', { message: stateSentence })
        const { brandCode } = spent
        await read((scoped) => requireBrand(scoped, brandCode))
        const tokens = await driver
          .exchangeCode({ brandCode, redirectUri, code: authorizationCode })
          .catch((error) => failed(error, '会員管理システムが許可を受け付けませんでした。もう一度接続してください。'))
        return async (ctx) => {
          const before = await readShown(ctx.scoped)
          await connect(ctx.scoped, services, { brandCode, tokens, staffId, now: ctx.now })
          ctx.audit({ diff: { brandCode: { before: before?.brandCode ?? null, after: brandCode } } })
          return toClubSystem(ctx)
        }
      },
    },

    disconnect: {
      prepare: async (_, before) => {
        await requireFactor(before)
        return async (ctx, { code }) => {
          await requireCode(ctx, code)
          const known = await readShown(ctx.scoped)
          const isForgotten = await disconnect(ctx.scoped)
          if (isForgotten) ctx.audit({ diff: { brandCode: { before: known?.brandCode, after: null } } })
          return toClubSystem(ctx)
        }
      },
    },

    webhookSecret: async ({ scoped }) => {
      const row = await readConnection(scoped)
      if (!row?.sealed) throw new ApiError('conflict', { message: '会員管理システムに接続していません。' })
      const secret = webhookSecretOf(services.sealing, row)
      if (secret) return { secret }
      throw new ApiError('conflict', { message: '秘密鍵を読み出せません。もう一度接続してください。' })
    },

    mapping: {
      prepare: async (_, before) => {
        const found = await readNow(services, before, readMs).catch((error) => {
          if (error instanceof ProviderFailure) return error.sentence
          if (isApiError(error) && error.code === 'conflict') return error.message
          throw error
        })
        return ({ scoped }) => mappingOf(scoped, found)
      },
    },

    saveMapping: {
      prepare: async (_, before) => {
        const found = await readNow(services, before, saveMs).catch((error) => failed(error))
        return async (ctx, draft) => {
          const { brandCode } = found
          const isSeen = await countVersion(ctx.scoped, draft.version)
          const shown = await readShown(ctx.scoped)
          if (!isSeen || shown?.brandCode !== brandCode) {
            throw new ApiError('stale', { current: await mappingOf(ctx.scoped, found) })
          }
          const studios = await saveStudios(ctx, brandCode, draft, found, createIn(services, before))
          const instructors = await saveInstructors(ctx, brandCode, draft, found)
          ctx.audit({ diff: { ...studios, ...instructors } })
          return mappingOf(ctx.scoped, found)
        }
      },
    },
  }
}

/** Two club systems have the same numbers for different people. */
async function requireBrand(scoped: Scoped, brandCode: string) {
  const other = await drawnBrand(scoped, brandCode)
  if (other === null) return
  const sentence = `この製品には、ブランドコード「${other}」の会員が取り込まれています。別の会員管理システムには接続できません。`
  throw new ApiError('invalid', { fields: { brandCode: sentence } })
}

const demoSentence =
  '見本のデータが入っているため、会員管理システムに接続できません。空の状態から始めるには、サーバーの運用担当者に依頼してください。'
const stateSentence = 'この許可の手続きは使えません。10分以上たったか、すでに使われています。もう一度接続してください。'

const hashOf = (state: string) => createHash('sha256').update(state).digest('hex')

function requireSettings({ driver: { missing } }: ClubSystemServices) {
  if (missing.length === 0) return
  throw new ApiError('conflict', { message: `サーバーの設定（${missing.join('、')}）が必要です。` })
}

/** Connecting and disconnecting are confirmed with a code, as an export is: an open browser is not enough. */
async function requireFactor({ principal: { staffId }, now, read, write }: Beforehand) {
  const { confirmedAt } = await read((scoped) => stateOfSecondFactor(scoped, staffId))
  if (confirmedAt === null) throw new ApiError('invalid', { message: '先に2段階認証を設定してください。' })
  await write((scoped) => countCode(scoped, staffId, now))
}

async function requireCode({ scoped, principal: { staffId }, now }: Ctx, code: string) {
  if (!(await spendCode(scoped, staffId, code, now))) throw wrongCode()
  await clearCodes(scoped, staffId)
}

/** What the club system has done wrong, as the caller's answer. */
function failed(error: unknown, refused?: string): never {
  if (!(error instanceof ProviderFailure)) throw error
  const message = error.kind === 'unauthorized' ? (refused ?? error.sentence) : error.sentence
  throw new ApiError(error.kind === 'unauthorized' ? 'conflict' : 'upstream', { message })
}

/** Less than the app waits for an answer. */
const readMs = 12_000
const saveMs = 25_000

/** Studios and instructors as the club system has them now. */
const readNow = async (services: ClubSystemServices, before: Beforehand, withinMs: number): Promise<Read> => {
  requireSettings(services)
  const late = new AbortController()
  const reading = withClubSystem(services, before, async (system, brandCode) => ({
    brandCode,
    studios: await system.studios(),
    instructors: await system.instructors(),
  }))
  const sentence = '会員管理システムから応答がありません。時間をおいて、もう一度お試しください。'
  const waiting = setTimeout(withinMs, undefined, { signal: late.signal }).then(() => {
    throw new ProviderFailure('unavailable', sentence)
  })
  return Promise.race([reading, waiting]).finally(() => late.abort())
}

async function clubSystemOf(
  { scoped, principal: { staffId } }: Ctx,
  { driver, appUrl }: ClubSystemServices,
  redirectUri: string,
): Promise<ClubSystem> {
  const row = await readShown(scoped)
  const { confirmedAt } = await stateOfSecondFactor(scoped, staffId)
  const template = driver.addressesOf(anyBrand)
  const withBrand = (address: string) => address.replace(anyBrand, '{brand}')
  return {
    missing: [...driver.missing],
    holdsDemo: await holdsDemo(scoped),
    hasRuns: (await drawnBrand(scoped, '')) !== null,
    hasSecondFactor: confirmedAt !== null,
    redirectUri,
    addresses: { api: withBrand(template.api), admin: withBrand(template.admin) },
    connection: row && {
      state: row.refusedAt ? 'expired' : row.hasTokens ? 'connected' : 'disconnected',
      brandCode: row.brandCode,
      connectedAt: toTokyoDateTime(row.connectedAt),
      connectedBy: row.connectedBy,
      version: row.version,
    },
    webhook: row?.hasTokens ? await webhookOf(scoped, appUrl, row) : null,
  }
}

async function webhookOf(
  scoped: Scoped,
  appUrl: string,
  { publicId, brandCode }: { publicId: string; brandCode: string },
) {
  const lastAt = await lastWebhookAt(scoped, brandCode)
  return {
    address: `${appUrl}${clubSystemWebhooks}/${publicId}`,
    // `APP_URL` is that of this machine where nobody has set it.
    isPublic: appUrl.startsWith('https://'),
    lastAt: lastAt && toTokyoDateTime(lastAt),
  }
}

/** A brand code that no address has by itself. */
const anyBrand = 'zz--any-brand--zz'

/** What was answered, beside what the club system has; a sentence where it could not be read. */
async function mappingOf(scoped: Scoped, found: Read | string): Promise<ClubSystemMapping> {
  const row = await readShown(scoped)
  const brandCode = row?.brandCode ?? null
  const [studios, instructors] = brandCode
    ? [await readStudios(scoped, brandCode), await readInstructors(scoped, brandCode)]
    : [[], []]
  const read = typeof found === 'string' ? null : found
  return {
    brandCode,
    failure: typeof found === 'string' ? found : null,
    studios: beside(read?.studios, studios).map(({ theirs, answer, isGone }) => ({
      ...{ id: (theirs ?? answer)?.id as string, name: (theirs ?? answer)?.name as string },
      ...{ code: theirs?.code ?? null, isGone, choice: answer?.choice ?? null, shop: answer?.shop ?? null },
    })),
    instructors: beside(read?.instructors, instructors).map(({ theirs, answer, isGone }) => ({
      ...{ id: (theirs ?? answer)?.id as string, name: (theirs ?? answer)?.name as string },
      ...{ isGone, choice: answer?.choice ?? null, staff: answer?.staff ?? null },
    })),
    shops: await readShops(scoped),
    staff: await readStaff(scoped),
    version: row?.version ?? null,
  }
}

/** Theirs in their order, then those that were answered and are not there any more. */
function beside<T extends { id: string }, A extends { id: string }>(theirs: T[] | undefined, answers: A[]) {
  const answered = new Map(answers.map((answer) => [answer.id, answer]))
  const known = new Set(theirs?.map(({ id }) => id))
  return [
    ...(theirs ?? []).map((one) => ({ theirs: one, answer: answered.get(one.id), isGone: false })),
    ...answers
      .filter(({ id }) => !known.has(id))
      .map((answer) => ({ theirs: undefined, answer, isGone: theirs !== undefined })),
  ]
}

type Diff = NonNullable<AuditDetail['diff']>
type CreateShop = (ctx: Ctx, input: Input<(typeof shop)['create']>) => Promise<string>

/** Registers a shop as by hand, with a row of its own in the log. */
const createIn =
  ({ createShop }: ClubSystemServices, { audit, principal }: Beforehand): CreateShop =>
  async (ctx, input) => {
    ctx.reach('club.write')
    if (typeof createShop !== 'function') throw new Error('A shop is registered in one transaction')
    const detail: AuditDetail = {}
    const { id } = await createShop({ ...ctx, audit: (more) => void Object.assign(detail, more) }, input)
    await audit(ctx.scoped, { ...detail, action: 'shop.create', resourceType: 'shop', actor: principal })
    return id
  }

async function saveStudios(
  ctx: Ctx,
  brandCode: string,
  { studios: given }: Draft,
  found: Read,
  create: CreateShop,
): Promise<Diff> {
  const { scoped, principal, now } = ctx
  const before = await readStudios(scoped, brandCode)
  const names = new Map([...before, ...found.studios].map(({ id, name }) => [id, name]))
  const shops = new Set((await readShops(scoped)).map(({ id }) => id))
  const changed = new Set(given.map(({ id }) => id))
  const taken = new Set(before.flatMap(({ id, shop }) => (shop && !changed.has(id) ? [shop.id] : [])))
  const fields: Record<string, string> = {}
  const seen = new Set<string>()
  for (const [at, { id, choice, shopId, shop }] of given.entries()) {
    const name = `studios.${at}`
    if (!names.has(id) || seen.has(id))
      fields[name] = 'このスタジオは会員管理システムにありません。画面を開き直してください。'
    seen.add(id)
    if (choice === 'new' && !shop) fields[`${name}.shop`] = '新しい店舗の情報を入力してください。'
    if (choice !== 'shop') continue
    if (!shopId || !shops.has(shopId)) fields[`${name}.shopId`] = '店舗を選択してください。'
    else if (taken.has(shopId)) fields[`${name}.shopId`] = 'この店舗は、別のスタジオに対応付けられています。'
    else taken.add(shopId)
  }
  if (Object.keys(fields).length > 0) throw new ApiError('invalid', { fields })

  // First all that goes, so that two studios may change places.
  for (const { id } of given) await removeStudio(scoped, brandCode, id)
  for (const [at, { id, choice, shopId, shop }] of given.entries()) {
    if (choice === null) continue
    const madeId = choice === 'new' && shop ? await create(ctx, shop).catch((error) => atShop(error, at)) : null
    await replaceStudio(scoped, {
      ...{ brandCode, theirId: id, name: names.get(id) as string },
      ...{
        choice: choice === 'leftOut' ? 'leftOut' : 'shop',
        shopId: choice === 'leftOut' ? null : (madeId ?? shopId),
      },
      ...{ answeredBy: principal.staffId, answeredAt: now },
    })
  }
  return changeOf('studios', linesOf(before), linesOf(await readStudios(scoped, brandCode)))
}

/** An error at a new shop's field, at that field of the mapping. */
function atShop(error: unknown, at: number): never {
  if (!isApiError(error) || !error.fields) throw error
  const fields = Object.entries(error.fields).map(([name, text]) => [`studios.${at}.shop.${name}`, text])
  throw new ApiError('invalid', { fields: Object.fromEntries(fields) })
}

const linesOf = (studios: Awaited<ReturnType<typeof readStudios>>) =>
  studios.map(({ name, choice, shop }) => `${name}: ${shop?.name ?? studioAnswers[choice]}`)

async function saveInstructors(ctx: Ctx, brandCode: string, { instructors: given }: Draft, found: Read): Promise<Diff> {
  const { scoped, principal, now } = ctx
  const before = await readInstructors(scoped, brandCode)
  const names = new Map([...before, ...found.instructors].map(({ id, name }) => [id, name]))
  const staff = new Set((await readStaff(scoped)).map(({ id }) => id))
  const fields: Record<string, string> = {}
  const seen = new Set<string>()
  for (const [at, { id, choice, staffId }] of given.entries()) {
    if (!names.has(id) || seen.has(id)) {
      fields[`instructors.${at}`] = 'このインストラクターは会員管理システムにいません。画面を開き直してください。'
    }
    seen.add(id)
    if (choice === 'staff' && !(staffId && staff.has(staffId))) {
      fields[`instructors.${at}.staffId`] = 'スタッフを選択してください。'
    }
  }
  if (Object.keys(fields).length > 0) throw new ApiError('invalid', { fields })
  for (const { id, choice, staffId } of given) {
    if (choice === null) {
      await removeInstructor(scoped, brandCode, id)
      continue
    }
    await replaceInstructor(scoped, {
      ...{ brandCode, theirId: id, name: names.get(id) as string, choice },
      ...{ staffId: choice === 'staff' ? staffId : null, answeredBy: principal.staffId, answeredAt: now },
    })
  }
  // Counts: who is whom is not for the log.
  return changeOf('instructors', before.length, (await readInstructors(scoped, brandCode)).length)
}

const changeOf = (name: string, before: unknown, after: unknown): Diff =>
  JSON.stringify(before) === JSON.stringify(after) ? {} : { [name]: { before, after } }
