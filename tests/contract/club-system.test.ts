import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clubConnection } from '../../api/db/schema/club-system.ts'
import { ProviderFailure } from '../../api/sync/club-system.ts'
import { placeOfTokens } from '../../api/sync/connection.ts'
import { openHacomono } from '../../api/sync/hacomono/driver.ts'
import { startStub } from '../../stub/stub.ts'
import { type Api, type Person, startApi } from '../support/api.ts'

// The connection with the club system and the mapping, with a club system in memory.

let api: Api
let admin: Person
let token: string
let secret: string
let shinjuku: string
let shibuya: string
const path = '/api/admin/club-system'

beforeAll(async () => {
  api = await startApi({ rates: { ofRows: 100_000 } })
  shinjuku = await api.makeShop({ name: '新宿店' })
  shibuya = await api.makeShop({ name: '渋谷店' })
  admin = await api.makeStaff({ role: 'all', isAdmin: true })
  secret = (await api.giveApp(admin)).secret
  token = await api.signIn(admin)
})
afterAll(() => api.close())

beforeEach(async () => {
  for (const table of ['club_connection', 'club_authorization', 'club_studio', 'club_instructor']) {
    await api.db.execute(sql.raw(`delete from ${table}`))
  }
  api.clubSystem.calls.length = 0
  api.clubSystem.failure = null
  api.clubSystem.onRenew = async () => {}
  token = await api.signIn(admin)
})

const pass = (seconds: number) => {
  api.time.now = new Date(api.time.now.getTime() + seconds * 1000)
}
/** A code is good once. */
const code = () => {
  pass(60)
  return api.codeOf(secret)
}
const begin = (brandCode = 'karada', body: object = {}) =>
  api.post(`${path}/begin`, { token, body: { brandCode, code: code(), ...body } })
const stateOf = async () => new URL((await begin()).json.address).searchParams.get('state') as string
const finish = (state: string, authorizationCode = 'given', by = token) =>
  api.post(`${path}/callback`, { token: by, body: { state, authorizationCode } })
const connected = async () => {
  const { status, json } = await finish(await stateOf())
  expect([status, json.connection.state]).toEqual([200, 'connected'])
  return json
}
const get = async () => (await api.get(path, { token })).json
const mapping = async () => (await api.get(`${path}/mapping`, { token })).json
const save = (body: object) => api.put(`${path}/mapping`, { token, body: { studios: [], instructors: [], ...body } })
const studio = (id: string, choice: string | null, more: object = {}) => ({
  ...{ id, choice, shopId: null, shop: null },
  ...more,
})
const newShop = (codeOfShop: string, name = '新しい店舗') => ({
  ...{ name, nameKana: null, code: codeOfShop, ownerType: 'direct', companyName: '株式会社からだ' },
  ...{ zipCode: '160-0022', prefecture: '東京都', address1: '新宿区新宿1-1-1', address2: null },
  ...{ tel: '03-0000-0000', openedOn: '2026-12-01' },
})
const held = async () => {
  const [row] = await api.db.select().from(clubConnection)
  return (
    row && {
      ...row,
      tokens: row.keyId && api.sealing.open<object>(placeOfTokens(row.publicId), row.keyId, row.sealed as Uint8Array),
    }
  )
}

describe('the way to the permission', () => {
  test('a brand code as it was pasted becomes the address, and both addresses are shown beside it', async () => {
    const { json } = await begin(' Ｋａｒａｄａ－Club　')
    expect(json.address).toContain('https://karada-club-admin.example.com/authorize?')
    expect(new URL(json.address).searchParams.get('redirect_uri')).toBe(
      'https://desk.example.jp/other-settings/club-system/callback',
    )
    expect((await get()).addresses).toEqual({
      api: 'https://{brand}.admin.example.com/api/v2',
      admin: 'https://{brand}-admin.example.com',
    })
  })

  test.each(['-karada', 'karada-', 'k', 'karada.example.com', 'http://127.0.0.1', 'からだ', 'a'.repeat(41)])(
    '%s is no brand code',
    async (brandCode) => {
      expect((await begin(brandCode)).json.fields.brandCode).toContain('半角の英小文字')
    },
  )

  test('a permission is used once, within ten minutes, by the person who asked for it; the code is sent once', async () => {
    const state = await stateOf()
    const other = await api.as({ role: 'all', isAdmin: true })
    expect((await finish(state, 'given', other)).status).toBe(422)
    expect((await finish(state)).status).toBe(200)
    expect((await finish(state)).status).toBe(422)
    const late = await stateOf()
    pass(601)
    token = await api.signIn(admin)
    expect((await finish(late)).status).toBe(422)
    const refused = await stateOf()
    expect((await finish(refused, 'bad')).json.message).toContain('受け付けませんでした')
    expect((await finish(refused)).status).toBe(422)
    expect(api.clubSystem.calls).toEqual(['exchange given', 'exchange bad'])
  })

  test('where the demo is, nothing is connected, and the sentence says how to begin empty', async () => {
    const people = [
      await api.makeStaff({ email: 'trainer@example.jp' }),
      await api.makeStaff({ email: 'partner@example.jp' }),
    ]
    const refused = await begin()
    expect([refused.status, refused.json.message]).toEqual([
      409,
      expect.stringContaining('運用担当者に依頼してください。'),
    ])
    expect((await get()).holdsDemo).toBe(true)
    for (const { staffId } of people) await api.db.execute(sql`delete from staff where id = ${Number(staffId)}`)
  })

  test('without a second factor, or with a wrong code, nothing begins and nothing ends', async () => {
    await connected()
    const other = await api.as({ role: 'all', isAdmin: true })
    for (const verb of ['begin', 'disconnect']) {
      const body = { ...(verb === 'begin' && { brandCode: 'karada' }), code: '000000' }
      const none = await api.post(`${path}/${verb}`, { token: other, body })
      expect(none.json.message).toContain('先に2段階認証を設定')
      const wrong = await api.post(`${path}/${verb}`, { token, body })
      expect(wrong.json.fields.code).toContain('認証コードが正しくない')
    }
    expect((await get()).connection.state).toBe('connected')
  })
})

describe('the tokens', () => {
  test('are in no answer, no log, no audit row and no table as they are', async () => {
    const state = await stateOf()
    await finish(state)
    const answers = JSON.stringify([await get(), await mapping()])
    const { rows } = await api.db.execute(sql`select diff, filter from audit_log`)
    const { rows: stored } = await api.db.execute(
      sql`select encode(sealed, 'escape') as sealed, public_id from club_connection`,
    )
    const kept = await api.db.execute(sql`select answer::text from idempotency`)
    const everything = [
      answers,
      JSON.stringify(rows),
      JSON.stringify(stored),
      JSON.stringify(kept.rows),
      ...api.logLines,
    ]
    for (const text of everything) expect(text).not.toMatch(/access-\d|refresh-\d/)
    expect(everything.join('')).not.toContain(state)
    expect(await held()).toMatchObject({ tokens: { accessToken: api.clubSystem.access } })
  })

  test('that end soon are renewed, and the new ones are kept before they are used', async () => {
    await connected()
    pass(3_590)
    token = await api.signIn(admin)
    let before: unknown
    api.clubSystem.onRenew = async () => {
      before = (await held())?.tokens
    }
    const old = api.clubSystem.refresh
    api.clubSystem.calls.length = 0
    expect((await mapping()).failure).toBe(null)
    expect(before).toMatchObject({ refreshToken: old })
    expect((await held())?.tokens).toMatchObject({
      accessToken: api.clubSystem.access,
      refreshToken: api.clubSystem.refresh,
    })
    expect(api.clubSystem.calls).toEqual([
      `renew ${old}`,
      `studios ${api.clubSystem.access}`,
      `instructors ${api.clubSystem.access}`,
    ])
  })

  test('are renewed once for all who ask at the same time', async () => {
    await connected()
    pass(3_590)
    token = await api.signIn(admin)
    api.clubSystem.calls.length = 0
    const read = await Promise.all([mapping(), mapping(), mapping()])
    expect(read.map(({ failure }) => failure)).toEqual([null, null, null])
    expect(api.clubSystem.calls.filter((call) => call.startsWith('renew'))).toHaveLength(1)
  })

  test('refused by the club system: the screen says 要再接続, answers stay, and a new permission mends it', async () => {
    await connected()
    await save({ studios: [studio('13', 'leftOut')] })
    api.clubSystem.access = 'of another installation'
    api.clubSystem.refresh = 'of another installation'
    const { failure, studios } = await mapping()
    expect(failure).toContain('もう一度接続してください')
    expect(studios).toEqual([expect.objectContaining({ id: '13', choice: 'leftOut', isGone: false })])
    expect((await get()).connection.state).toBe('expired')
    await connected()
    expect((await mapping()).failure).toBe(null)
  })

  test('are forgotten on disconnecting; what was answered stays', async () => {
    await connected()
    await save({ studios: [studio('11', 'shop', { shopId: shinjuku })] })
    const { status, json } = await api.post(`${path}/disconnect`, { token, body: { code: code() } })
    expect([status, json.connection.state]).toEqual([200, 'disconnected'])
    expect(await held()).toMatchObject({ sealed: null, keyId: null, tokens: null })
    expect((await mapping()).studios).toEqual([
      expect.objectContaining({ id: '11', shop: { id: shinjuku, name: '新宿店' } }),
    ])
  })
})

describe('the mapping', () => {
  test('holds nothing before somebody saves it, and matches nobody by name', async () => {
    const namesake = await api.makeStaff({})
    await api.db.execute(sql`update staff set display_name = '佐藤 花子' where id = ${Number(namesake.staffId)}`)
    await connected()
    const read = await mapping()
    expect(read.studios.map(({ name, choice }: { name: string; choice: null }) => [name, choice])).toEqual([
      ['新宿スタジオ', null],
      ['渋谷スタジオ', null],
      ['閉店したスタジオ', null],
    ])
    expect(read.instructors.map(({ staff }: { staff: null }) => staff)).toEqual([null, null])
    const { rows } = await api.db.execute(sql`select 1 from club_studio union all select 1 from club_instructor`)
    expect(rows).toEqual([])
  })

  test('is one save: a shop of ours, a new one as registered by hand, one left out, and a member of staff', async () => {
    await connected()
    const { version } = await mapping()
    const { status, json } = await save({
      version,
      studios: [
        studio('11', 'shop', { shopId: shinjuku }),
        studio('12', 'new', { shop: newShop('NEW1', '渋谷二号店') }),
        studio('13', 'leftOut'),
      ],
      instructors: [{ id: '21', choice: 'staff', staffId: admin.staffId }],
    })
    expect(status).toBe(200)
    expect(
      json.studios.map(({ choice, shop }: { choice: string; shop?: { name: string } }) => [choice, shop?.name]),
    ).toEqual([
      ['shop', '新宿店'],
      ['shop', '渋谷二号店'],
      ['leftOut', undefined],
    ])
    expect(json.instructors[0].staff.id).toBe(admin.staffId)
    expect(json.instructors[1].choice).toBe(null)
    const { rows } = await api.db.execute<{ action: string; diff: object }>(
      sql`select action, diff from audit_log where action in ('shop.create', 'clubSystem.saveMapping') order by seq desc limit 2`,
    )
    expect(new Set(rows.map(({ action }) => action))).toEqual(new Set(['shop.create', 'clubSystem.saveMapping']))
    expect(JSON.stringify(rows)).toContain('閉店したスタジオ: 取り込まない')
    expect((await save({ version, studios: [studio('13', null)] })).status).toBe(409)
  })

  test('refuses two studios for one shop at the field, and an answer that cannot be; nothing of it is kept', async () => {
    await connected()
    const both = await save({
      studios: [studio('11', 'shop', { shopId: shinjuku }), studio('12', 'shop', { shopId: shinjuku })],
    })
    expect(both.json.fields).toEqual({ 'studios.1.shopId': 'この店舗は、別のスタジオに対応付けられています。' })
    await save({ studios: [studio('11', 'shop', { shopId: shinjuku })] })
    const later = await save({ studios: [studio('12', 'shop', { shopId: shinjuku })] })
    expect(later.json.fields).toHaveProperty(['studios.0.shopId'])
    const places = await save({
      studios: [studio('11', 'shop', { shopId: shibuya }), studio('12', 'shop', { shopId: shinjuku })],
    })
    expect(places.status).toBe(200)
    const taken = await save({
      studios: [
        studio('11', null),
        studio('13', 'new', { shop: newShop('NEW2') }),
        studio('12', 'new', { shop: newShop('NEW2') }),
      ],
    })
    expect(taken.json.fields).toEqual({ 'studios.2.shop.code': 'この店舗コードは、すでに使われています。' })
    expect((await mapping()).studios.map(({ shop }: { shop: { id: string } | null }) => shop?.id)).toEqual([
      shibuya,
      shinjuku,
      undefined,
    ])
    const wrong = await save({
      studios: [studio('99', 'leftOut'), studio('13', 'shop')],
      instructors: [{ id: '21', choice: 'staff', staffId: '999999' }],
    })
    expect(Object.keys(wrong.json.fields)).toEqual(['studios.0', 'studios.1.shopId'])
  })

  test('marks a studio that the club system has no more', async () => {
    await connected()
    await save({ studios: [studio('13', 'leftOut')] })
    const gone = api.clubSystem.studios.pop()
    expect((await mapping()).studios.at(-1)).toMatchObject({ id: '13', name: '閉店したスタジオ', isGone: true })
    if (gone) api.clubSystem.studios.push(gone)
  })

  test('is of its brand: another one begins without answers', async () => {
    await connected()
    await save({ studios: [studio('13', 'leftOut')] })
    const { address } = (await begin('another')).json
    await finish(new URL(address).searchParams.get('state') as string)
    expect((await mapping()).studios.map(({ choice }: { choice: null }) => choice)).toEqual([null, null, null])
  })

  test('another brand is not connected once rows were drawn: its numbers are other people’s', async () => {
    await connected()
    await api.db.execute(
      sql`insert into sync_run (brand_code, kind, state, began_at) values ('karada-club', 'manual', 'done', now())`,
    )
    expect((await begin('another')).json.fields.brandCode).toContain('「karada-club」の会員')
    expect((await begin('karada-club')).status).toBe(200)
    // Files of it are its rows, too.
    await api.db.execute(sql`update sync_run set brand_code = 'karada-club/csv', kind = 'folder'`)
    expect((await begin('another')).json.fields.brandCode).toContain('「karada-club」の会員')
    expect((await begin('karada-club')).status).toBe(200)
    await api.db.execute(sql`delete from sync_run`)
  })

  test('with a club system that does not answer says so, shows what was answered, and saves nothing', async () => {
    await connected()
    await save({ studios: [studio('13', 'leftOut')] })
    api.clubSystem.failure = new ProviderFailure('unavailable', '会員管理システムに接続できません。')
    expect(await mapping()).toMatchObject({
      failure: '会員管理システムに接続できません。',
      studios: [{ id: '13', isGone: false }],
    })
    expect((await save({ studios: [studio('11', 'leftOut')] })).status).toBe(502)
    expect((await get()).connection.state).toBe('connected')
  })
})

describe('with the driver, against the stub of the club system', () => {
  test('a permission is given, tokens rotate after an hour, and a rotation whose answer is lost needs a new permission', async () => {
    const stub = await startStub({ members: 0, studios: 3, perSecond: 1_000, clock: () => own.time.now.getTime() })
    const settings = { clientId: 'karada-desk', clientSecret: 'stub', hosts: stub.hosts }
    const driver = openHacomono(settings, { now: () => own.time.now, sleep: async () => {} })
    const own = await startApi({ driver, rates: { ofRows: 100_000 } })
    try {
      const person = await own.makeStaff({ role: 'all', isAdmin: true })
      const app = await own.giveApp(person)
      const by = { token: await own.signIn(person) }
      const code = () => {
        own.time.now = new Date(own.time.now.getTime() + 60_000)
        return own.codeOf(app.secret)
      }
      const connect = async () => {
        const { json } = await own.post(`${path}/begin`, { ...by, body: { brandCode: 'karada', code: code() } })
        const asked = new URL(json.address)
        asked.pathname = '/api/oauth/answer'
        asked.searchParams.set('answer', 'allow')
        const back = new URL((await fetch(asked, { redirect: 'manual' })).headers.get('location') ?? '')
        const { code: authorizationCode, state } = Object.fromEntries(back.searchParams)
        const finished = await own.post(`${path}/callback`, { ...by, body: { state, authorizationCode } })
        expect([back.pathname, finished.status]).toEqual(['/other-settings/club-system/callback', 200])
      }
      const read = async () => (await own.get(`${path}/mapping`, by)).json
      const later = async (minutes: number) => {
        own.time.now = new Date(own.time.now.getTime() + minutes * 60_000)
        by.token = await own.signIn(person)
      }
      await connect()
      expect((await read()).studios.map(({ name, code }: { name: string; code: string }) => [name, code])).toEqual([
        ['新宿店', 'S101'],
        ['渋谷店', 'S102'],
        ['池袋店', 'S103'],
      ])
      await later(61)
      expect(await read()).toMatchObject({ failure: null, studios: { length: 3 }, instructors: { length: 6 } })
      stub.faults.on('http500', 3)
      expect((await read()).failure).toContain('会員管理システム')
      expect((await read()).failure).toBe(null)
      await later(61)
      stub.faults.on('tokenAnswerLost', 1)
      expect((await read()).failure).not.toBe(null)
      expect((await read()).failure).toContain('もう一度接続してください')
      await connect()
      expect((await read()).failure).toBe(null)
      stub.faults.on('htmlWith200', 1)
      expect((await read()).failure).not.toBe(null)
    } finally {
      await own.close()
      await stub.close()
    }
  })
})
