import { sql } from 'drizzle-orm'
import { type Area, type PrincipalName, unknownId, type World } from './area.ts'

const walk = `
call                      anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
dataExport.get                401       401     401       401     401       401    403    403    403    403    403 200
dataExport.create             401       401     401       401     401       401    403    403    403    403    403 200
dataExport.create no-reason   401       401     401       401     401       401    403    403    403    403    403 422
dataExport.create wrong-code  401       401     401       401     401       401    403    403    403    403    403 422
dataExport.part own           401       401     401       401     401       401    403    403    403    403    403 200
dataExport.part other         401       401     401       401     401       401    403    403    403    403    403 404
dataExport.part over          401       401     401       401     401       401    403    403    403    403    403 404
dataExport.part beyond        401       401     401       401     401       401    403    403    403    403    403 404
dataExport.part unknown       401       401     401       401     401       401    403    403    403    403    403 404
dataExport.remove own         401       401     401       401     401       401    403    403    403    403    403 200
dataExport.remove other       401       401     401       401     401       401    403    403    403    403    403 404
dataExport.remove unknown     401       401     401       401     401       401    403    403    403    403    403 404
`

/** The address of an export that is ready: of the caller, or of another admin; `over`: its day is over. */
async function addressOf(world: World, variant: string, principal: PrincipalName) {
  if (variant === 'unknown') return `/api/admin/data-export/${unknownId}`
  const { api, people } = world
  const owner = variant === 'other' ? await api.makeStaff({ role: 'all', isAdmin: true }) : people[principal]
  const { staffId } = owner ?? (await api.makeStaff({ role: 'all', isAdmin: true }))
  const expires = variant === 'over' ? '2026-01-01' : '2030-01-01'
  await api.database.db.execute(sql`delete from data_export where staff_id = ${Number(staffId)}`)
  const { rows } = await api.database.db.execute<{ id: number }>(sql`
    insert into data_export (staff_id, state, with_health_days, rows, size, parts, created_at, expires_at)
    values (${Number(staffId)}, 'ready', false, 1, 5, 1, '2026-11-21 10:00+09', ${expires}::date) returning id`)
  const id = rows[0]?.id ?? 0
  const { keyId, sealed } = api.sealing.seal(['export', String(id), 0], Buffer.from('a zip').toString('base64'))
  await api.database.db.execute(sql`insert into data_export_part (export_id, staff_id, at, key_id, sealed)
    values (${id}, ${Number(staffId)}, 0, ${keyId}, decode(${Buffer.from(sealed).toString('base64')}, 'base64'))`)
  return `/api/admin/data-export/${id}`
}

async function draftOf({ api, people }: World, principal: PrincipalName = 'admin') {
  const person = people[principal] ?? people.admin
  if (!person) throw new Error('There is no admin')
  await api.database.db.execute(sql`delete from data_export`)
  const { secret } = await api.giveApp(person)
  return { code: api.codeOf(secret), withHealthDays: false, reason: null }
}

export const area: Area = {
  walk,
  calls: {
    'dataExport.get': () => ({ method: 'GET', path: '/api/admin/data-export' }),
    'dataExport.create': async (world, variant, principal) => ({
      method: 'POST',
      path: '/api/admin/data-export/new',
      body: {
        ...(await draftOf(world, principal)),
        ...(variant === 'no-reason' && { withHealthDays: true }),
        ...(variant === 'wrong-code' && { code: 'AAAAAAAAAAAAAAAA' }),
      },
    }),
    'dataExport.part': async (world, variant, principal) => ({
      method: 'GET',
      path: `${await addressOf(world, variant, principal)}/part/${variant === 'beyond' ? 1 : 0}`,
    }),
    'dataExport.remove': async (world, variant, principal) => ({
      method: 'DELETE',
      path: await addressOf(world, variant, principal),
    }),
  },
  drafts: { 'dataExport.create': (world) => draftOf(world) },
  isOfChain: true,
  recordsRefusals: ['dataExport.create'],
}
