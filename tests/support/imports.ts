import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { Import, ImportAnswers } from '#contract/file-import.ts'
import { firstAnswers, type ImportKind } from '#contract/words/import.ts'
import { appendAudit } from '../../api/http/audit.ts'
import { importer } from '../../api/import/importer.ts'
import { demoSealing } from '../../api/lib/sealing.ts'
import { importKindsOf } from '../../api/nouns.ts'
import { createLog } from '../../api/process/log.ts'
import { type Answer, type Api, fingerprints } from './api.ts'

/** The steps of an import, as a person takes them, each with its job. */
export function importsOf(api: Api, kindOfRows: ImportKind = 'member') {
  const post = (token: string, id: string, step: string, body: object = {}) =>
    api.post(`/api/admin/import/${id}/${step}`, { token, body })
  const read = async (token: string, id: string) => (await api.get(`/api/admin/import/${id}`, { token })).json as Import
  const bytesOf = (lines: readonly string[]) => Buffer.from(lines.join('\r\n'))

  function sendPart(token: string, id: string, start: number, body: Uint8Array): Promise<Response> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' }
    return fetch(`${api.url}/api/admin/import/file/${id}/part/${start}`, {
      method: 'PUT',
      headers,
      body: body as BodyInit,
    })
  }

  const kinds = importKindsOf(api.jobs)
  /** The job that the verb has added. */
  const runStep = (id: string, more: Partial<Parameters<typeof importer>[0]> = {}) =>
    importer({
      ...{ database: api.database, sealing: demoSealing, clock: () => api.time.now, kinds },
      log: createLog('silent'),
      note: appendAudit,
      ...more,
    })({ importId: id })

  async function announce(
    token: string,
    bytes: Uint8Array,
    { name = '会員.csv', kind = kindOfRows } = {},
  ): Promise<Answer> {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return api.post('/api/admin/import/file/new', { token, body: { kind, name, size: bytes.length, sha256 } })
  }

  async function upload(token: string, bytes: Uint8Array, kind = kindOfRows): Promise<string> {
    const { id } = (await announce(token, bytes, { kind })).json
    expect((await sendPart(token, id, 0, bytes)).status).toBe(200)
    return id
  }

  type More = Partial<ImportAnswers> & { kind?: ImportKind }

  /** The file sent and checked. */
  async function check(token: string, lines: readonly string[], { kind, ...more }: More = {}): Promise<Import> {
    const id = await upload(token, bytesOf(lines), kind)
    expect((await post(token, id, 'check', { ...firstAnswers(), ...more })).status).toBe(200)
    await runStep(id)
    return read(token, id)
  }

  /** The file sent, checked and written. */
  async function write(token: string, lines: readonly string[], more: More = {}): Promise<Import> {
    const { id } = await check(token, lines, more)
    expect((await post(token, id, 'write')).status).toBe(200)
    await runStep(id)
    return read(token, id)
  }

  async function undo(token: string, id: string): Promise<Import> {
    expect((await post(token, id, 'undo')).status).toBe(200)
    await runStep(id)
    return read(token, id)
  }

  /** Everything but the imports themselves and what every call writes. */
  async function everythingElse() {
    const prints = await fingerprints(api.database)
    return Object.fromEntries(
      Object.entries(prints).filter(([table]) => !/^(import_|audit_|session|idempotency|refused_)/.test(table)),
    )
  }
  return { kinds, post, read, bytesOf, sendPart, runStep, announce, upload, check, write, undo, everythingElse }
}
