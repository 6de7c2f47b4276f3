import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import sharp from 'sharp'
import { endpoints } from '#contract/all.ts'
import { firstAnswers, importPartBytes } from '#contract/words/import.ts'
import { workbook } from '../tests/support/workbook.ts'

/** What one person may send: the same call again and again. */
export interface Load {
  name: string
  /** Several: in turn. */
  path: string | string[]
  method?: string
  accept?: string
  /** Bytes are sent as they are, anything else as JSON. */
  body?: () => object
  /** What the person does before; answers the paths. */
  before?: (send: Send) => Promise<string[]>
}

/** A call of the one person; its answer's JSON. */
export type Send = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>

/** Endpoints that are no GET and cost something, but are begun once or change what all others are measured with. */
const leftOut: Record<string, string> = {
  'mail.send': 'counts like mail.preview, and then sends letters',
  'staff.retire': 'each person once',
  'leanBody.bulk': 'as member.bulk',
  'dataHealth.answer': 'counts like dataHealth.summary',
  'clubSystem.webhookSecret': 'derives one key',
}

const everybody = { by: 'filter', filter: {} }
const password = 'asa-no-rajio-taiso'

/** Lessons of a provider's file (RS002), as many as the largest one may hold. */
function figuresFile(isWorkbook: boolean): string {
  const rows = isWorkbook ? 22_000 : 14_000
  const lessons = Array.from({ length: rows }, (_, at) => [
    `ルーム${at % 40}`,
    `2026-10-${String(1 + (at % 28)).padStart(2, '0')}`,
    `${10 + (at % 10)}:00`,
    '20',
    String(at % 20),
    `${(at * 7919) % 100}%`,
  ])
  const table = [['ルーム名', 'レッスン日', '開始時刻', 'スペース数', '総予約数', '稼働率'], ...lessons]
  const bytes = isWorkbook ? workbook(table) : Buffer.from(table.map((row) => row.join(',')).join('\n'))
  return Buffer.from(bytes).toString('base64')
}

/** A file of so many new members. */
const membersFile = (mark: number, rows: number) =>
  Buffer.from(
    [
      '会員番号,氏名,フリガナ,電話番号,性別,生年月日,住所',
      ...Array.from(
        { length: rows },
        (_, at) => `L${mark}${String(at).padStart(6, '0')},負荷 ${at},フカ ${at},0312345678,女,1985/4/3,東京都千代田区`,
      ),
    ].join('\r\n'),
  )

/** Files sent to the last byte; answers their ids. */
async function filesOf(send: Send, count: number, rows: number): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at += 1) {
    const bytes = membersFile(at, rows)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const draft = { kind: 'member', name: `負荷${at}.csv`, size: bytes.length, sha256 }
    const { id } = (await send('POST', 'import/file/new', draft)) as { id: string }
    for (let start = 0; start < bytes.length; start += importPartBytes) {
      await send('PUT', `import/file/${id}/part/${start}`, bytes.subarray(start, start + importPartBytes))
    }
    ids.push(id)
  }
  return ids
}

/** All data as a file: made once, and looked at while it is made. */
async function beginExport(send: Send): Promise<string[]> {
  const { secret } = (await send('POST', 'second-factor/new', { currentPassword: password })) as { secret: string }
  const codeAt = (now: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now })
  // Each code counts once: the one before, then the present one.
  await send('POST', 'second-factor/confirm', { code: codeAt(Date.now() - 30_000) })
  const draft = { code: codeAt(Date.now()), withHealthDays: false, reason: null }
  await send('POST', 'data-export/new', draft)
  return ['data-export']
}

const pictureOf = (width: number, height: number, bytes: Buffer) =>
  sharp(bytes, { raw: { width, height, channels: 3 }, limitInputPixels: false })

/** What is asked for by another verb than GET, with its dearest inputs: previews, checks, files, pictures, long texts. */
export async function writtenLoads(send: Send): Promise<Load[]> {
  const members = (await send('GET', 'user/member/list?limit=500')) as { list: { id: string }[] }
  const ids = members.list.map(({ id }) => id)
  const photo = await pictureOf(1800, 1800, randomBytes(1800 * 1800 * 3))
    .jpeg({ quality: 90 })
    .toBuffer()
  // As many pixels as are taken, in a small file.
  const flat = await pictureOf(8000, 5000, Buffer.alloc(8000 * 5000 * 3))
    .png()
    .toBuffer()
  const picture = (bytes: Buffer, contentType: string, use: string) => {
    const body = { imgBase64: bytes.toString('base64'), contentType, use }
    return () => body
  }
  const preview = (name: string, body: object): Load => ({
    name: `mail.preview${name}`,
    path: 'mail/preview',
    method: 'POST',
    body: () => ({ category: 'marketing', to: everybody, limit: 500, ...body }),
  })
  const figures = (name: string, isWorkbook: boolean): Load => {
    const body = { name: 'RS002', content: figuresFile(isWorkbook), madeAt: null, shopId: null }
    return {
      name: `reconciliation.create${name}`,
      path: 'club-system/reconciliation',
      method: 'POST',
      body: () => body,
    }
  }
  const rich = `<p>${'<strong>特別な</strong>お知らせ<br>'.repeat(7_000)}</p>`.slice(0, 190_000)
  const column = {
    title: '負荷',
    lead: null,
    body: rich,
    category: 'exercise',
    tags: [],
    imgUrl: null,
    authorName: null,
    supervisorName: null,
    targetMoods: [],
    publishTo: null,
    relatedIds: [],
    publishFrom: null,
    status: 'pending',
  }
  const part = randomBytes(importPartBytes)
  const loads: Load[] = [
    preview('', {}),
    preview(', sleeping', { category: 'transactional', includesSleeping: true }),
    preview(', excluded', { show: 'noConsent' }),
    preview(', far down', { offset: 5000 }),
    preview(', search', { to: { by: 'filter', filter: { keyword: 'す' } } }),
    preview(', picked', { to: { by: 'members', userIds: ids } }),
    figures('', false),
    figures(', workbook', true),
    {
      name: 'member.bulk, dry',
      path: 'member/bulk',
      method: 'PUT',
      body: () => ({ ids, addTags: ['負荷'], dryRun: true }),
    },
    {
      name: 'member.bulk',
      path: 'member/bulk',
      method: 'PUT',
      body: () => ({
        ids,
        addTags: [`負荷${Math.floor(Math.random() * 9)}`],
        removeTags: [`負荷${Math.floor(Math.random() * 9)}`],
      }),
    },
    { name: 'column.create', path: 'content/column/new', method: 'POST', body: () => column },
    { name: 'image.create', path: 'image/new', method: 'POST', body: picture(photo, 'image/jpeg', 'screen') },
    { name: 'image.create, flat', path: 'image/new', method: 'POST', body: picture(flat, 'image/png', 'screen') },
    { name: 'image.create, mail', path: 'image/new', method: 'POST', body: picture(photo, 'image/jpeg', 'mail') },
    {
      name: 'a body of 1 MB',
      path: 'content/column/new',
      method: 'POST',
      body: () => ({ ...column, body: 'あ'.repeat(330_000) }),
    },
    {
      name: 'staff.changePassword',
      path: 'user/staff/change-password',
      method: 'POST',
      body: () => ({
        userId: '1',
        password: 'x'.repeat(20),
        passwordConf: 'x'.repeat(20),
        currentPassword: 'y'.repeat(20),
      }),
    },
    {
      name: 'fileImport.part',
      path: [],
      method: 'PUT',
      before: async (one) => {
        const draft = { kind: 'member', name: '負荷.csv', size: part.length + 1, sha256: '0'.repeat(64) }
        const { id } = (await one('POST', 'import/file/new', draft)) as { id: string }
        return [`import/file/${id}/part/0`]
      },
      body: () => part,
    },
    {
      name: 'fileImport.check',
      path: [],
      method: 'POST',
      before: async (one) => (await filesOf(one, 8, 10_000)).map((id) => `import/${id}/check`),
      body: () => firstAnswers(),
    },
    { name: 'dataExport.create', path: [], before: beginExport },
  ]
  const isNamed = (name: string) => loads.some((load) => load.name === name || load.name.startsWith(`${name},`))
  const forgotten = endpoints.filter(
    ([name, { method, cost, onlyReads, bytes, maxBodyBytes, permission }]) =>
      method !== 'GET' &&
      permission !== 'public' &&
      (cost || onlyReads || bytes || maxBodyBytes) &&
      !isNamed(name) &&
      !leftOut[name],
  )
  if (forgotten.length > 0) throw new Error(`No row of load for ${forgotten.map(([name]) => name).join(', ')}`)
  return loads
}
