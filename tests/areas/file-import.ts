import { sql } from 'drizzle-orm'
import { type Area, type ListArea, type PrincipalName, unknownId, type World } from './area.ts'

const walk = `
call                       anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
fileImport.list                401       401     401       401     401       401    403    403    200    200    200 200
fileImport.create              401       401     401       401     401       401    403    403    200    200    200 200
fileImport.again own           401       401     401       401     401       401    403    403    200    200    200 200
fileImport.again other         401       401     401       401     401       401    403    403    404    404    200 200
fileImport.again own-staff     401       401     401       401     401       401    403    403    200    200    200 200
fileImport.again unknown       401       401     401       401     401       401    403    403    404    404    404 404
fileImport.findKind own        401       401     401       401     401       401    403    403    200    200    200 200
fileImport.findKind other      401       401     401       401     401       401    403    403    404    404    200 200
fileImport.findKind unknown    401       401     401       401     401       401    403    403    404    404    404 404
fileImport.overview            401       401     401       401     401       401    403    403    200    200    200 200
fileImport.part own            401       401     401       401     401       401    403    403    200    200    200 200
fileImport.part other          401       401     401       401     401       401    403    403    404    404    200 200
fileImport.part unknown        401       401     401       401     401       401    403    403    404    404    404 404
fileImport.part long           401       401     401       401     401       401    403    403    422    422    422 422
fileImport.get own             401       401     401       401     401       401    403    403    200    200    200 200
fileImport.get other           401       401     401       401     401       401    403    403    404    404    200 200
fileImport.get unknown         401       401     401       401     401       401    403    403    404    404    404 404
fileImport.rows own            401       401     401       401     401       401    403    403    200    200    200 200
fileImport.rows other          401       401     401       401     401       401    403    403    404    404    200 200
fileImport.rows unknown        401       401     401       401     401       401    403    403    404    404    404 404
fileImport.rows csv-own        401       401     401       401     401       401    403    403    200    200    200 200
fileImport.rows csv-other      401       401     401       401     401       401    403    403    404    404    200 200
fileImport.check own           401       401     401       401     401       401    403    403    200    200    200 200
fileImport.check other         401       401     401       401     401       401    403    403    404    404    200 200
fileImport.check unknown       401       401     401       401     401       401    403    403    404    404    404 404
fileImport.release own         401       401     401       401     401       401    403    403    403    403    200 200
fileImport.release other       401       401     401       401     401       401    403    403    403    403    200 200
fileImport.release unknown     401       401     401       401     401       401    403    403    403    403    404 404
fileImport.refuse own          401       401     401       401     401       401    403    403    403    403    200 200
fileImport.refuse other        401       401     401       401     401       401    403    403    403    403    200 200
fileImport.refuse unknown      401       401     401       401     401       401    403    403    403    403    404 404
fileImport.write own           401       401     401       401     401       401    403    403    200    200    200 200
fileImport.write other         401       401     401       401     401       401    403    403    404    404    200 200
fileImport.write unknown       401       401     401       401     401       401    403    403    404    404    404 404
fileImport.undoPreview own     401       401     401       401     401       401    403    403    200    200    200 200
fileImport.undoPreview other   401       401     401       401     401       401    403    403    404    404    200 200
fileImport.undoPreview unknown 401       401     401       401     401       401    403    403    404    404    404 404
fileImport.undo own            401       401     401       401     401       401    403    403    200    200    200 200
fileImport.undo other          401       401     401       401     401       401    403    403    404    404    200 200
fileImport.undo own-staff      401       401     401       401     401       401    403    403    403    200    200 200
fileImport.undo unknown        401       401     401       401     401       401    403    403    404    404    404 404
fileImport.cancel own          401       401     401       401     401       401    403    403    200    200    200 200
fileImport.cancel other        401       401     401       401     401       401    403    403    404    404    200 200
fileImport.cancel unknown      401       401     401       401     401       401    403    403    404    404    404 404
fileImport.remove own          401       401     401       401     401       401    403    403    200    200    200 200
fileImport.remove other        401       401     401       401     401       401    403    403    404    404    200 200
fileImport.remove unknown      401       401     401       401     401       401    403    403    404    404    404 404
`

const answers = { columns: {}, values: {}, blanks: 'keep', overwrite: false, cells: [] }

const result = {
  ...{ format: 'UTF-8・CSV', rows: 1, headings: [], changes: {}, restored: {}, alike: [], alikeRows: 0, faults: [] },
  counts: { created: 1, changed: 0, unchanged: 0, kept: 0, refused: 0, stale: 0 },
  unknown: { shop: [], gender: [] },
}

/** The address of a file in this state: of the caller, or of somebody of the other shop. */
async function addressOf(world: World, variant: string, principal: PrincipalName, state: string, received = 1) {
  if (variant === 'unknown') return `/api/admin/import/${unknownId}`
  const { api, people, shops } = world
  const [person, shop] = variant.includes('other')
    ? [people['other-level1'], shops.other]
    : [people[principal] ?? people.level3, shops.own]
  const { rows } = await api.database.db.execute<{ id: number }>(sql`
    insert into import_file (kind, name, size, sha256, received, state, answers, result, created_by, shop_ids, created_at, expires_at)
    values (${variant.includes('staff') ? 'staff' : 'member'}, '会員.csv', 1, ${'0'.repeat(64)}, ${received}, ${state}, ${JSON.stringify(answers)}, ${JSON.stringify(result)},
      ${Number(person?.staffId)}, array[${Number(shop)}::integer], '2026-11-21 10:00+09', '2030-01-01 00:00+09') returning id`)
  return `/api/admin/import/${rows[0]?.id}`
}

const stepOf = (step: string, state: string) =>
  (async (world, variant, principal) => ({
    method: 'POST',
    path: `${await addressOf(world, variant, principal, state)}/${step}`,
    body: step === 'check' ? answers : step === 'again' ? { kind: 'contract' } : {},
  })) satisfies Area['calls'][string]

const draft = ({ next }: World) => ({
  ...{ kind: 'member', name: `会員${next()}.csv`, size: 10 },
  sha256: String(next()).padStart(64, '0'),
})

export const area: Area = {
  walk,
  calls: {
    'fileImport.list': () => ({ method: 'GET', path: '/api/admin/import/list' }),
    'fileImport.create': (world) => ({ method: 'POST', path: '/api/admin/import/file/new', body: draft(world) }),
    'fileImport.part': async (world, variant, principal) => ({
      method: 'PUT',
      path: `${(await addressOf(world, variant, principal, 'uploading', 0)).replace('import/', 'import/file/')}/part/0`,
      body: variant === 'long' ? 'xx' : 'x',
      headers: { 'content-type': 'application/octet-stream' },
    }),
    'fileImport.get': async (world, variant, principal) => ({
      method: 'GET',
      path: await addressOf(world, variant, principal, 'checked'),
    }),
    'fileImport.rows': async (world, variant, principal) => ({
      method: 'GET',
      path: `${await addressOf(world, variant, principal, 'checked')}/rows`,
      ...(variant.startsWith('csv') && { headers: { accept: 'text/csv' } }),
    }),
    'fileImport.overview': () => ({ method: 'GET', path: '/api/admin/import/overview' }),
    'fileImport.findKind': stepOf('kind', 'uploading'),
    'fileImport.again': stepOf('again', 'written'),
    'fileImport.check': stepOf('check', 'uploading'),
    'fileImport.release': stepOf('release', 'waiting'),
    'fileImport.refuse': stepOf('refuse', 'waiting'),
    'fileImport.write': stepOf('write', 'checked'),
    'fileImport.undoPreview': async (world, variant, principal) => ({
      method: 'GET',
      path: `${await addressOf(world, variant, principal, 'written')}/undo`,
    }),
    'fileImport.undo': stepOf('undo', 'written'),
    'fileImport.cancel': stepOf('cancel', 'checking'),
    'fileImport.remove': async (world, variant, principal) => ({
      method: 'DELETE',
      path: await addressOf(world, variant, principal, 'checked'),
    }),
  },
  drafts: {
    'fileImport.create': draft,
    'fileImport.check': () => answers,
    'fileImport.again': () => ({ kind: 'contract' }),
  },
}

export const list: ListArea = {
  noun: '取り込み',
  path: '/other-settings/imports',
  api: '/api/admin/import/list',
  account: 'head',
  defaults: 'sort=-createdAt&state=all',
  sortBy: 'ファイル名',
  search: { keyword: '名簿', shows: '名簿' },
  filter: { label: '状態', option: '中止', inUrl: /state=failed/ },
  record: {
    ready: (page) => page.getByRole('button', { name: 'ファイルを削除' }),
    opensOver: false,
    back: '取り込みの一覧',
  },
  closedTo: 'trainer',
}
