import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/all.ts'
import { pathKeys } from '#contract/endpoint.ts'
import { demoSealing } from '../../api/lib/sealing.ts'
import { createLog } from '../../api/process/log.ts'
import { localStorage } from '../../api/storage/local.ts'
import { tidy } from '../../api/tidy.ts'
import type { World } from '../areas/area.ts'
import type { Api } from '../support/api.ts'
import { acceptedRequest, isChosen, startWorld } from '../support/areas.ts'

const hour = 3_600_000
let world: World
let api: Api
let token: string
let serial = 0

beforeAll(async () => {
  world = await startWorld()
  api = world.api
  // File times come from the machine's clock.
  api.time.now = new Date()
  token = (await world.tokenOf('admin')) as string
})
afterAll(() => api.close())

/** A stored picture, or the remains of an interrupted upload, of this age. */
function pictureOf(hoursAgo: number, ending = '', type = 'webp'): string {
  serial += 1
  const name = `${String(serial).padStart(32, 'p')}.${type}${ending}`
  const came = new Date(api.time.now.getTime() - hoursAgo * hour)
  writeFileSync(join(api.uploads, name), 'picture')
  utimesSync(join(api.uploads, name), came, came)
  return name
}

const tidyNow = () =>
  tidy(
    {
      database: api.database,
      storage: localStorage(api.uploads),
      log: createLog('info', { write: (line: string) => void api.logLines.push(line) }),
      sealing: demoSealing,
    },
    api.time.now,
    new AbortController().signal,
  )

/** The announcement refers to one of the pictures. */
async function nameOne() {
  const { path, body } = await acceptedRequest(world, 'announcement.create')
  const name = pictureOf(25)
  expect((await api.post(path, { token, body: { ...body, imgUrl: `/uploads/${name}` } })).status).toBe(200)
  utimesSync(join(api.uploads, name), 0, 0)
}

test('with a database that refers to none of the pictures all of them are kept', async () => {
  const strangers = [pictureOf(48), pictureOf(48)]
  await tidyNow()
  expect(readdirSync(api.uploads)).toEqual(expect.arrayContaining(strangers))
})

test('an unreferenced picture is deleted after a day, with remains of interrupted uploads; a younger one is kept', async () => {
  await nameOne()
  const left = [pictureOf(25), pictureOf(25, '.0a1b2c3d')]
  const kept = [pictureOf(23), pictureOf(23, '.0a1b2c3d')]
  writeFileSync(join(api.uploads, 'not-ours.txt'), '')
  utimesSync(join(api.uploads, 'not-ours.txt'), 0, 0)
  await tidyNow()
  const there = readdirSync(api.uploads)
  expect(there).toEqual(expect.arrayContaining([...kept, 'not-ours.txt']))
  expect(there.filter((name) => left.includes(name))).toEqual([])
  expect(api.logLines.join()).toContain('"event":"pictures","detail":"4 removed"')
})

/** How a field may refer to a picture: as its path, within a text, or as a full URL. */
const waysToName = (name: string) => [
  `/uploads/${name}`,
  `<p><a href="https://desk.example.jp/uploads/${name}">写真</a></p>`,
  `https://desk.example.jp/uploads/${name}`,
]

test('a picture that any field of any record refers to is kept', async () => {
  const named: Record<string, string> = {}
  /** In a record that exists only once the new reference replaces the old one. */
  const last = new Map<string, string>()
  for (const [endpoint, { method, path, input }] of endpoints) {
    if (!isChosen(endpoint) || (method !== 'POST' && method !== 'PUT')) continue
    for (const field of Object.keys(input.shape).filter((key) => !pathKeys(path).includes(key))) {
      for (const way of waysToName('').keys()) {
        const name = pictureOf(30 * 24)
        const value = waysToName(name)[way]
        if (!input.shape[field]?.safeParse(value).success) continue
        const request = await acceptedRequest(world, endpoint)
        const sent = { ...(method === 'POST' && request.body), [field]: value }
        const answer = await api.call(method, request.path, { token, body: sent })
        // Stored values are returned.
        if (answer.status !== 200 || !answer.text.includes(name)) continue
        const [where, what] = [`${endpoint} ${field} ${way}`, `${request.path} ${field}`]
        if (method === 'PUT') delete named[last.get(what) ?? '']
        last.set(what, where)
        named[where] = name
      }
    }
  }
  const some = [
    'announcement.create imgUrl 0',
    'announcement.create body 1',
    'announcement.create linkUrl 2',
    'column.create body 1',
    'shop.update imgUrl 2',
  ]
  expect(Object.keys(named)).toEqual(expect.arrayContaining(some.filter(isChosen)))
  // Old enough that no stored answer refers to them.
  for (const name of Object.values(named)) utimesSync(join(api.uploads, name), 0, 0)
  await tidyNow()
  const there = readdirSync(api.uploads)
  expect(Object.keys(named).filter((where) => !there.includes(named[where] ?? ''))).toEqual([])
})

test('a mail’s picture is kept for two years and no longer, and longer in a template', async () => {
  await nameOne()
  const day = 24 * hour
  const send = async (daysAgo: number) => {
    const name = pictureOf(1, '', 'jpg')
    const { path, body } = await acceptedRequest(world, 'mail.send')
    const html = `<p>ご案内</p><p><img src="/uploads/${name}" alt="外観"></p>`
    const { json } = await api.post(path, { token, body: { ...body, body: html } })
    const at = new Date(api.time.now.getTime() - daysAgo * day).toISOString()
    await api.database.exec(`update mail set send_at = '${at}' where id = ${json.id}`)
    utimesSync(join(api.uploads, name), 0, 0)
    return name
  }
  const [young, old, used] = [await send(729), await send(732), await send(732)]
  const { path, body } = await acceptedRequest(world, 'mailTemplate.create')
  const html = `<p>ご案内</p><p><img src="/uploads/${used}" alt="外観"></p>`
  expect((await api.post(path, { token, body: { ...body, body: html } })).status).toBe(200)
  utimesSync(join(api.uploads, used), 0, 0)
  await tidyNow()
  const there = readdirSync(api.uploads)
  expect([young, old, used].map((name) => there.includes(name))).toEqual([true, false, true])
})

test('a record cannot be saved with a deleted picture; an existing one is kept another day', async () => {
  const { path, body } = await acceptedRequest(world, 'announcement.create')
  const save = (name: string) => api.post(path, { token, body: { ...body, imgUrl: `/uploads/${name}` } })
  const refused = await save('x'.repeat(32).concat('.webp'))
  expect([refused.status, refused.json.fields]).toEqual([
    422,
    { imgUrl: '画像が見つかりません。もう一度選んでください。' },
  ])
  await nameOne()
  const name = pictureOf(25)
  const saved = await save(name)
  expect(saved.status).toBe(200)
  await api.database.exec(`update announcement set img_url = null where id = ${saved.json.id}`)
  // As if it were being saved at this moment.
  await tidyNow()
  expect(readdirSync(api.uploads)).toContain(name)
})

test('each picture of a daily report is kept with the report, and a deleted one is refused at its position', async () => {
  const { path, body } = await acceptedRequest(world, 'dailyReport.update')
  const names = [pictureOf(25), pictureOf(25)]
  const save = (files: string[]) =>
    api.put(path, { token, body: { ...body, imgUrls: files.map((name) => `/uploads/${name}`) } })
  expect((await save(names)).status).toBe(200)
  for (const name of names) utimesSync(join(api.uploads, name), 0, 0)
  await tidyNow()
  expect(readdirSync(api.uploads)).toEqual(expect.arrayContaining(names))
  const refused = await save([...names, 'x'.repeat(32).concat('.webp')])
  expect([refused.status, Object.keys(refused.json.fields)]).toEqual([422, ['imgUrls.2']])
})
