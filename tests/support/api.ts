import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { exportJWK, exportPKCS8, generateKeyPair, SignJWT } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { installJapaneseMessages } from '#contract/messages.ts'
import type { LogKind } from '#contract/words/daily-log.ts'
import type { RoleLevel } from '#contract/words/staff.ts'
import type { InvitationKind } from '#contract/words/staff-record.ts'
import { createApp } from '../../api/app.ts'
import type { StoredLogs } from '../../api/daily-logs/stored.ts'
import type { Database } from '../../api/db/client.ts'
import { dailyLog, healthConsent } from '../../api/db/schema/daily-log.ts'
import { member, shopPlan, ticket } from '../../api/db/schema/facts.ts'
import { userAccount } from '../../api/db/schema/identity.ts'
import { leanBodyActivity, leanBodyContent } from '../../api/db/schema/lean-body.ts'
import { mailRecipient } from '../../api/db/schema/mail.ts'
import { company, shop, shopStaff, staff } from '../../api/db/schema/organisation.ts'
import { listen } from '../../api/http/listen.ts'
import type { Limits } from '../../api/http/queue.ts'
import type { Rates } from '../../api/http/rate.ts'
import { emulatorIdentity } from '../../api/identity/emulator.ts'
import { googleIdentity } from '../../api/identity/google.ts'
import { type Identity, uidOf } from '../../api/identity/identity.ts'
import { type LinkDetails, openInvitation, renewLink } from '../../api/identity/invitation.ts'
import { createPasswords, type Passwords } from '../../api/identity/password.ts'
import { confirmSecondFactor, startSecondFactor } from '../../api/identity/second-factor.ts'
import { openSession } from '../../api/identity/session.ts'
import { openTicket } from '../../api/identity/sign-in-ticket.ts'
import { demoSealing, placeOfDay } from '../../api/lib/sealing.ts'
import { tokyoDayOf } from '../../api/lib/time.ts'
import { createJobs } from '../../api/mail/jobs.ts'
import type { Config } from '../../api/process/config.ts'
import { createLog } from '../../api/process/log.ts'
import { localStorage } from '../../api/storage/local.ts'
import type { Storage } from '../../api/storage/storage.ts'
import type { ClubSystemDriver } from '../../api/sync/driver.ts'
import { mailEventKey, password } from './accounts.ts'
import { fillInClub } from './club.ts'
import { fakeClubSystem } from './club-system.ts'
import { openTestDatabase } from './database.ts'

installJapaneseMessages()

/** Proxy key that authenticates the forwarded client address. */
export const proxyKey = 'a-key-that-only-our-own-app-can-know'
export const projectId = 'demo-karada-desk'
/** Cheap password hashing; its cost is tested elsewhere. */
export const cheapPasswords = createPasswords({ logN: 8, r: 8, p: 1 })
let passwordHash: Promise<string> | undefined

/** Signs ID tokens in tests, with an identity provider for the API that trusts them. */
export interface Issuer {
  identity: Identity
  /** An ID token with `claims` overriding valid ones; undefined removes a claim. */
  idToken(claims: Record<string, unknown>, now: Date): Promise<string>
  close(): Promise<void>
}

const honestClaims = (now: Date) => {
  const seconds = Math.floor(now.getTime() / 1000)
  return {
    aud: projectId,
    iss: `https://securetoken.google.com/${projectId}`,
    iat: seconds - 10,
    auth_time: seconds - 10,
    exp: seconds + 3600,
  }
}

export const unsignedToken = (claims: object, header: object = { alg: 'none', typ: 'JWT' }) => {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  return `${encode(header)}.${encode(claims)}.`
}

export function emulatorIssuer(): Issuer {
  return {
    identity: emulatorIdentity(projectId),
    idToken: async (claims, now) => unsignedToken({ ...honestClaims(now), ...claims }),
    close: async () => {},
  }
}

/** RS256 like Google's, with its public key at an address of our own. */
export async function googleIssuer() {
  const keys = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'test', alg: 'RS256', use: 'sig' }
  const server = createServer((_, answer) => {
    answer.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const signer = await generateKeyPair('RS256', { extractable: true })
  const privateKey = await exportPKCS8(signer.privateKey)
  const identity = await googleIdentity({
    projectId,
    clientEmail: 'signer@karada-desk.iam.gserviceaccount.com',
    privateKey,
    keysUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`,
  })
  const idToken = (claims: Record<string, unknown>, now: Date, key = keys.privateKey, kid = 'test') =>
    new SignJWT({ ...honestClaims(now), ...claims }).setProtectedHeader({ alg: 'RS256', kid }).sign(key)
  return {
    identity,
    idToken,
    publicJwk: jwk,
    /** What the provider checks custom tokens with. */
    signerKey: signer.publicKey,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

export interface StaffOptions {
  role?: RoleLevel
  isAdmin?: boolean
  status?: 'waiting' | 'active' | 'suspended' | 'cancel'
  shops?: string[]
  email?: string
  /** The number of the member of staff who has made them. */
  madeBy?: string | undefined
  /** Made a user, and not yet staff. */
  isUserOnly?: true
}

export interface Person {
  staffId: string
  userId: string
  email: string
  /** The numbers of the links to their shops. */
  links: string[]
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  json: any
}

export interface CallOptions {
  token?: string
  body?: unknown
  headers?: Record<string, string>
}

export interface ApiOptions {
  issuer?: Issuer
  rates?: Partial<Rates>
  queue?: Partial<Limits>
  database?: Database
  environment?: Config['environment']
  requiresSecondFactor?: boolean
  passwords?: Passwords
  storage?: Partial<Storage>
  /** Another club system than the one in memory. */
  driver?: ClubSystemDriver
  /** As one of so many on its database. */
  processes?: number
}

/** Whether each call goes to another app than the one before. */
const isAlternating = process.env.ALTERNATING === '1'

/** No rate limits by default: all calls of a test come from one address. */
const unlimited = {
  read: 100_000,
  write: 100_000,
  csv: 100_000,
  signIn: 100_000,
  pages: 100_000,
  webhooks: 100_000,
  signInsAtOnce: 100_000,
  refused: 100_000,
} satisfies Rates

/** Starts the API on a free port with an empty database, and helpers to create test data. */
export async function startApi(options: ApiOptions = {}) {
  const database = options.database ?? (await openTestDatabase())
  const issuer = options.issuer ?? emulatorIssuer()
  const logLines: string[] = []
  const time = { now: new Date('2026-11-21T01:00:00.000Z') }
  const uploads = await mkdtemp(join(tmpdir(), 'karada-uploads-'))
  const log = createLog('info', { write: (line: string) => void logLines.push(line) })
  const jobs = createJobs(database, log)
  const clubSystem = fakeClubSystem(() => time.now)
  // `npm run assault`: calls alternate between two that share only the database.
  const atWork = isAlternating && database.kind === 'postgres' ? 2 : 1
  const makeApp = () =>
    createApp({
      database,
      jobs,
      sealing: demoSealing,
      driver: options.driver ?? clubSystem.driver,
      identity: issuer.identity,
      storage: { ...localStorage(uploads), ...options.storage },
      clock: () => time.now,
      config: {
        environment: options.environment ?? 'demo',
        processes: options.processes ?? atWork,
        proxyKey,
        requiresSecondFactor: options.requiresSecondFactor ?? false,
        mailEventKey,
        appUrl: 'https://desk.example.jp',
      },
      log,
      passwords: options.passwords ?? cheapPasswords,
      rates: { ...unlimited, ...options.rates },
      // Pauses would only make tests slower.
      queue: { isPausing: false, ...options.queue },
    })
  const apps = Array.from({ length: atWork }, makeApp)
  const app = apps[0] as ReturnType<typeof createApp>
  let calls = 0
  const alternating: typeof app.fetch = (...given) => {
    calls += 1
    return (apps[calls % apps.length] as typeof app).fetch(...given)
  }
  const server = await listen(alternating, { hostname: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const db = database.db
  await fillInClub(db)
  let serial = 100

  const call = async (method: string, path: string, { token, body, headers }: CallOptions = {}): Promise<Answer> => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const text = bytes.toString('utf8')
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined }
  }

  const makeCompany = async (name = 'からだ株式会社') => {
    const [made] = await db.insert(company).values({ name }).returning()
    return made?.id as string
  }

  const makeShop = async (more: Partial<typeof shop.$inferInsert> = {}): Promise<string> => {
    serial += 1
    const [made] = await db
      .insert(shop)
      .values({
        companyId: more.companyId ?? (await makeCompany()),
        externalId: serial,
        code: String(serial),
        name: `店舗${serial}`,
        nameKana: `テンポ${serial}`,
        status: 'active',
        zipCode: '160-0022',
        prefecture: '東京都',
        address1: '新宿区新宿1-1-1',
        tel: '03-0000-0000',
        ownerType: 'direct',
        openedOn: '2020-04-01',
        sortOrder: serial,
        ...more,
      })
      .returning()
    return made?.id as string
  }

  const makeStaff = async (more: StaffOptions = {}): Promise<Person> => {
    serial += 1
    passwordHash ??= cheapPasswords.hash(password)
    const [user] = await db.insert(userAccount).values({ type: 'staff' }).returning()
    const userId = user?.id as string
    const email = more.email ?? `person${serial}@example.jp`
    const [made] = await db
      .insert(staff)
      .values({
        userId,
        email,
        displayName: `職員 ${serial}`,
        role: more.role ?? 'level3',
        isAdmin: more.isAdmin ?? false,
        status: more.status ?? 'active',
        passwordHash: await passwordHash,
        createdBy: more.madeBy ?? null,
        ...(more.isUserOnly && { appointedAt: null }),
      })
      .returning()
    const staffId = made?.id as string
    const links: string[] = []
    for (const shopId of more.shops ?? []) {
      const [link] = await db.insert(shopStaff).values({ staffId, shopId }).returning()
      links.push(link?.id as string)
    }
    return { staffId, userId, email, links }
  }

  /** The token of a mail's link, for a new or the given staff member. */
  /** The password that everybody has at first. */
  const resetPassword = async (person: Person | undefined) => {
    passwordHash ??= cheapPasswords.hash(password)
    if (person)
      await db
        .update(staff)
        .set({ passwordHash: await passwordHash })
        .where(eq(staff.id, person.staffId))
  }

  const invite = async (
    person?: Person,
    kind: InvitationKind = 'invitation',
    details: Partial<LinkDetails> = {},
  ): Promise<string> => {
    const { staffId } = person ?? (await makeStaff({ status: 'waiting' }))
    return renewLink(db, await openInvitation(db, staffId, kind, time.now, { createdBy: null, ...details }))
  }

  /** The current code of an authenticator with this secret. */
  const codeOf = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time.now.getTime() })

  /** A second factor that is set up but not yet confirmed. */
  const startApp = async ({ staffId, email }: Person) => (await startSecondFactor(db, staffId, email)).secret

  /** A confirmed second factor, with recovery codes. */
  const giveApp = async (person: Person) => {
    const secret = await startApp(person)
    const before = new Date(time.now.getTime() - 60_000)
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: before.getTime() })
    const recoveryCodes = await db.transaction(async (tx) => {
      // Without triggers: their sessions stay.
      await tx.execute(sql`set local session_replication_role = 'replica'`)
      return confirmSecondFactor(tx, person.staffId, code, before)
    })
    return { secret, recoveryCodes: recoveryCodes as string[] }
  }

  /** A member of the shop, and the user's id by which the API knows them. */
  const makeMember = async (shopId: string, more: Partial<typeof member.$inferInsert> = {}) => {
    serial += 1
    const [user] = await db.insert(userAccount).values({ type: 'member' }).returning()
    const [made] = await db
      .insert(member)
      .values({
        userId: user?.id as string,
        externalId: serial,
        memberNo: `K${100_000 + serial}`,
        shopId,
        lastName: '会員',
        firstName: String(serial),
        gender: 'none',
        status: 'waiting',
        contractStatus: 'waiting',
        ...more,
      })
      .returning()
    return { memberId: made?.id as string, userId: user?.id as string, memberNo: made?.memberNo as string }
  }

  const makePlan = async (shopId: string, more: Partial<typeof shopPlan.$inferInsert> = {}): Promise<string> => {
    serial += 1
    const [made] = await db
      .insert(shopPlan)
      .values({
        externalId: serial,
        shopId,
        code: `P${serial}`,
        name: 'レギュラー会員',
        status: 'active',
        category: 'monthly',
        priceMonthly: 9350,
        ...more,
      })
      .returning()
    return made?.id as string
  }

  /** A ticket for these shops, or for all of them. */
  const makeTicket = async (shops: string[], more: Partial<typeof ticket.$inferInsert> = {}): Promise<string> => {
    serial += 1
    const [made] = await db
      .insert(ticket)
      .values({
        externalId: serial,
        code: `T${serial}`,
        name: '回数券',
        type: 'reservation',
        price: 4400,
        num: 4,
        status: 'active',
        targetScope: shops.length > 0 ? 'shops' : 'all',
        targetShopIds: shops.map(Number),
        ...more,
      })
      .returning()
    return made?.id as string
  }

  /** A content of LEAN BODY, as it comes from outside. */
  const makeContent = async (more: Partial<typeof leanBodyContent.$inferInsert> = {}): Promise<string> => {
    serial += 1
    const title = more.title ?? `体幹トレーニング ${serial}`
    const [made] = await db
      .insert(leanBodyContent)
      .values({
        externalId: `LB${serial}`,
        title,
        videoUrl: `https://video.example.jp/watch/LB${serial}`,
        instructorName: '小林 大輝',
        category: 'strength',
        targetParts: ['abs'],
        intensity: 3,
        durationSec: 900,
        status: 'active',
        searchText: title,
        createdAt: time.now,
        updatedAt: time.now,
        ...more,
      })
      .returning()
    return made?.id as string
  }

  /** A viewing of a content by a member; by default a third of it. */
  const makeActivity = async (
    of: Pick<typeof leanBodyActivity.$inferInsert, 'memberId' | 'shopId' | 'contentId'> &
      Partial<typeof leanBodyActivity.$inferInsert>,
  ) => {
    await db
      .insert(leanBodyActivity)
      .values({ startedAt: new Date(time.now), watchedSec: 300, progressRate: 0.333, device: 'ios', ...of })
  }

  /** A member's consent on health data; by default now. */
  const giveConsent = async (
    of: Pick<typeof healthConsent.$inferInsert, 'memberId' | 'kind'> & Partial<typeof healthConsent.$inferInsert>,
  ) => {
    await db.insert(healthConsent).values({ agreed: true, at: new Date(time.now), version: '1.0', ...of })
  }

  /** A member's day in a log; by default yesterday. */
  const makeDailyLog = async <K extends LogKind>(
    kind: K,
    {
      memberId,
      shopId,
      date = yesterday(),
      ...of
    }: { memberId: string; shopId: string; date?: string; log: StoredLogs[K] },
  ) => {
    const sealed = demoSealing.seal(placeOfDay(kind, memberId, date), of.log)
    const recordedAt = new Date(`${date}T21:00:00+09:00`)
    await db.insert(dailyLog).values({ kind, memberId, shopId, date, source: 'manual', recordedAt, ...sealed })
  }
  const yesterday = () => tokyoDayOf(new Date(time.now.getTime() - 24 * 3_600_000))

  /** A session opened at the API's time, and the ID token that the SDK would hold. */
  const signIn = async (person: Person): Promise<string> => {
    const sid = await openSession(db, person.staffId, time.now)
    return issuer.idToken({ sub: uidOf(person.userId), user_id: uidOf(person.userId), sid }, time.now)
  }

  /** The links of a mail's first message. */
  const letterToken = async (mailId: string): Promise<string> => {
    const [letter] = await db.select().from(mailRecipient).where(eq(mailRecipient.mailId, mailId)).limit(1)
    return letter?.token as string
  }

  return {
    url,
    app,
    database,
    db,
    time,
    logLines,
    issuer,
    jobs,
    sealing: demoSealing,
    /** The club system in memory. */
    clubSystem: clubSystem.world,
    /** The folder of uploaded files. */
    uploads,
    call,
    get: (path: string, options?: CallOptions) => call('GET', path, options),
    post: (path: string, options?: CallOptions) => call('POST', path, options),
    put: (path: string, options?: CallOptions) => call('PUT', path, options),
    delete: (path: string, options?: CallOptions) => call('DELETE', path, options),
    makeCompany,
    makeShop,
    makeStaff,
    resetPassword,
    invite,
    /** A link that confirms a password which somebody else has set. */
    openProof: async () => invite(await makeStaff(), 'passwordProof'),
    codeOf,
    startApp,
    giveApp,
    /** A sign-in that still needs a code. */
    openTicket: ({ staffId }: Person) => openTicket(db, staffId, time.now),
    makeMember,
    makePlan,
    makeTicket,
    makeContent,
    makeActivity,
    giveConsent,
    makeDailyLog,
    letterToken,
    signIn,
    /** A new member of staff, signed in. */
    as: async (options: StaffOptions) => signIn(await makeStaff(options)),
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      })
      await issuer.close()
      await jobs.stop()
      await database.close()
      await rm(uploads, { recursive: true, force: true })
    },
  }
}

export type Api = Awaited<ReturnType<typeof startApi>>

/** Each table's name and a fingerprint of all its rows; but not how many calls have come in this minute. */
export async function fingerprints(database: Database): Promise<Record<string, string>> {
  const read = async <Row extends Record<string, unknown>>(query: string) =>
    (await database.db.execute<Row>(query)).rows
  const tables = await read<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'rate_count' order by 1`,
  )
  const prints = await read<{ name: string; print: string }>(
    tables
      .map(
        ({ name }) =>
          `select '${name}' as name, coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print from "${name}" t`,
      )
      .join(' union all '),
  )
  return Object.fromEntries(prints.map(({ name, print }) => [name, print]))
}
