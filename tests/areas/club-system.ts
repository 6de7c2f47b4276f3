import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Area, type PrincipalName, unknownId, type World } from './area.ts'

const walk = `
call                              anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
clubSystem.get                    401       401     401       401     401       401    403    403    403    403    200 200
clubSystem.begin                  401       401     401       401     401       401    403    403    403    403    200 200
clubSystem.begin wrong-code       401       401     401       401     401       401    403    403    403    403    422 422
clubSystem.begin address          401       401     401       401     401       401    403    403    403    403    422 422
clubSystem.finish                 401       401     401       401     401       401    403    403    403    403    200 200
clubSystem.finish other           401       401     401       401     401       401    403    403    403    403    422 422
clubSystem.disconnect             401       401     401       401     401       401    403    403    403    403    200 200
clubSystem.disconnect wrong-code  401       401     401       401     401       401    403    403    403    403    422 422
clubSystem.webhookSecret          401       401     401       401     401       401    403    403    403    403    200 200
clubSystem.mapping                401       401     401       401     401       401    403    403    403    403    200 200
clubSystem.saveMapping            401       401     401       401     401       401    403    403    403    403    200 200
clubSystem.saveMapping unknown    401       401     401       401     401       401    403    403    403    403    422 422
clubSystem.runs                   401       401     401       401     401       401    403    403    403    403    200 200
clubSystem.startRun               401       401     401       401     401       401    403    403    403    403    200 200
clubSystem.stopRun                401       401     401       401     401       401    403    403    403    403    200 200
clubSystem.unread                 401       401     401       401     401       401    403    403    403    403    200 200
clubSystem.setAside               401       401     401       401     401       401    403    403    403    403    200 200
clubSystem.setAside unknown       401       401     401       401     401       401    403    403    403    403    404 404
clubSystem.merge                  401       401     401       401     401       401    403    403    403    403    200 200
clubSystem.merges                 401       401     401       401     401       401    403    403    403    403    200 200
clubSystem.mergeRows              401       401     401       401     401       401    403    403    403    403    200 200
clubSystem.compareSample          401       401     401       401     401       401    403    403    403    403    200 200
clubSystem.chooseMerge            401       401     401       401     401       401    403    403    403    403    200 200
clubSystem.answerMerge            401       401     401       401     401       401    403    403    403    403    200 200
clubSystem.takeBackMerge          401       401     401       401     401       401    403    403    403    403    200 200
clubSystem.answerWord             401       401     401       401     401       401    403    403    403    403    200 200
clubSystem.answerWord unknown     401       401     401       401     401       401    403    403    403    403    404 404
`

/** A code of the caller's app, or a wrong one. */
async function codeOf({ api, people }: World, variant = '', principal: PrincipalName = 'admin') {
  if (variant === 'wrong-code') return 'AAAAAAAAAAAAAAAA'
  const person = people[principal] ?? people.admin
  if (!person) throw new Error('There is no admin')
  const { secret } = await api.giveApp(person)
  return api.codeOf(secret)
}

/** A way that the caller has set out on, or another admin. */
async function stateOf({ api, people, next }: World, variant = '', principal: PrincipalName = 'admin') {
  const caller = people[principal] ?? people.admin
  const owner = variant === 'other' || !caller ? await api.makeStaff({ role: 'all', isAdmin: true }) : caller
  const state = `state-${next()}`
  const hash = createHash('sha256').update(state).digest('hex')
  await api.db.execute(sql`insert into club_authorization (state_hash, staff_id, brand_code, expires_at)
    values (${hash}, ${Number(owner.staffId)}, 'karada', '2030-01-01')`)
  return state
}

async function connect({ api }: World) {
  const { keyId, sealed } = api.sealing.seal(['club-connection', 'public'], {
    ...{ accessToken: 'a', refreshToken: 'r', webhookSecret: 's' },
  })
  await api.db.execute(sql`delete from club_connection`)
  await api.db.execute(sql`delete from club_studio`)
  await api.db.execute(sql`delete from club_instructor`)
  await api.db.execute(sql`
    insert into club_connection (id, public_id, brand_code, key_id, sealed, token_ends_at, connected_at)
    values (1, 'public', 'karada', ${keyId}, decode(${Buffer.from(sealed).toString('base64')}, 'base64'), '2030-01-01', '2026-11-21 10:00+09')`)
}

const mappingOf = ({ shops }: World, id = '11') => ({
  studios: [{ id, choice: 'shop', shopId: shops.own, shop: null }],
  instructors: [{ id: '21', choice: 'nobody', staffId: null }],
})

/** Connected, with a studio that is a shop, a run of this state, and a word that nobody has answered. */
async function withRun(world: World, state: 'done' | 'running') {
  const { api, shops } = world
  await connect(world)
  await api.db.execute(sql`delete from sync_run`)
  await api.db.execute(sql`insert into club_studio (brand_code, their_id, name, choice, shop_id, answered_at)
    values ('karada', '11', '新宿', 'shop', ${Number(shops.own)}, now())`)
  await api.db.execute(
    sql`insert into sync_run (brand_code, kind, state, began_at) values ('karada', 'night', ${state}, now())`,
  )
  await api.db.execute(sql`insert into unknown_word (brand_code, field, word, count) values ('karada', 'planKind', '早朝', 3)
    on conflict do nothing`)
}

const answersOfPeople = { stage: 'people', answers: [{ key: 'peopleAlike', answer: 'same' }] }

/** Connected, with imported data and the club system at this stage of their merge. */
async function withMerge(world: World, state: 'open' | 'people' | 'merged') {
  await withRun(world, 'done')
  await world.api.db.execute(sql`delete from sync_run`)
  const groups = [{ key: 'peopleAlike', rows: 1, heads: 1, yen: null }]
  await world.api.db.execute(sql`insert into club_merge (brand_code, state, groups, before, merged_at)
    values ('karada', ${state}, ${JSON.stringify(state === 'people' ? groups : [])}::jsonb, before_merge(),
      case when ${state} = 'merged' then ${world.api.time.now.toISOString()}::timestamptz end)
    on conflict (brand_code) do update set state = excluded.state, groups = excluded.groups, before = excluded.before,
      merged_at = excluded.merged_at`)
}

/** A sale that cannot be read; its id. */
async function makeUnread({ api, next }: World) {
  const theirId = String(next())
  await api.db.execute(sql`insert into provider_row (brand_code, resource, their_id, hash, key_id, sealed, seen_at, outcome, reason)
    values ('karada', 'purchases', ${theirId}, 'h', 'demo', '\\x00', now(), 'failed', '売上の明細が空か、想定と異なる形です。')`)
  return `purchases-${theirId}`
}

const path = '/api/admin/club-system'

export const area: Area = {
  walk,
  calls: {
    'clubSystem.get': () => ({ method: 'GET', path }),
    'clubSystem.begin': async (world, variant, principal) => ({
      method: 'POST',
      path: `${path}/begin`,
      body: {
        brandCode: variant === 'address' ? 'http://127.0.0.1' : 'karada',
        code: await codeOf(world, variant, principal),
      },
    }),
    'clubSystem.finish': async (world, variant, principal) => ({
      method: 'POST',
      path: `${path}/callback`,
      body: { state: await stateOf(world, variant, principal), authorizationCode: 'given' },
    }),
    'clubSystem.disconnect': async (world, variant, principal) => {
      await connect(world)
      return {
        method: 'POST',
        path: `${path}/disconnect`,
        body: { code: await codeOf(world, variant, principal) },
      }
    },
    'clubSystem.webhookSecret': async (world) => {
      await connect(world)
      return { method: 'POST', path: `${path}/webhook-secret`, body: {} }
    },
    'clubSystem.mapping': () => ({ method: 'GET', path: `${path}/mapping` }),
    'clubSystem.saveMapping': async (world, variant) => {
      await connect(world)
      return {
        method: 'PUT',
        path: `${path}/mapping`,
        body: mappingOf(world, variant === 'unknown' ? unknownId : '11'),
      }
    },
    'clubSystem.runs': () => ({ method: 'GET', path: `${path}/runs` }),
    'clubSystem.startRun': async (world) => {
      await withRun(world, 'done')
      return { method: 'POST', path: `${path}/runs/start`, body: {} }
    },
    'clubSystem.stopRun': async (world) => {
      await withRun(world, 'running')
      return { method: 'POST', path: `${path}/runs/stop`, body: {} }
    },
    'clubSystem.unread': () => ({ method: 'GET', path: `${path}/unread/list` }),
    'clubSystem.setAside': async (world, variant) => ({
      method: 'POST',
      path: `${path}/unread/aside`,
      body: {
        id: variant === 'unknown' ? `purchases-${unknownId}` : await makeUnread(world),
        reason: '先方で取消済み',
      },
    }),
    'clubSystem.merge': () => ({ method: 'GET', path: `${path}/merge` }),
    'clubSystem.merges': () => ({ method: 'GET', path: `${path}/merge/list` }),
    'clubSystem.mergeRows': () => ({ method: 'GET', path: `${path}/merge/rows` }),
    'clubSystem.compareSample': async (world) => {
      await withMerge(world, 'open')
      return { method: 'POST', path: `${path}/merge/sample`, body: {} }
    },
    'clubSystem.chooseMerge': async (world) => {
      await withMerge(world, 'open')
      return { method: 'POST', path: `${path}/merge/choose`, body: { choice: 'compare', importIds: [] } }
    },
    'clubSystem.answerMerge': async (world) => {
      await withMerge(world, 'people')
      return { method: 'POST', path: `${path}/merge/answer`, body: answersOfPeople }
    },
    'clubSystem.takeBackMerge': async (world) => {
      await withMerge(world, 'merged')
      return { method: 'POST', path: `${path}/merge/take-back`, body: {} }
    },
    'clubSystem.answerWord': async (world, variant) => {
      await withRun(world, 'done')
      const word = variant === 'unknown' ? unknownId : '早朝'
      return { method: 'POST', path: `${path}/words`, body: { field: 'planKind', word, answer: 'regular' } }
    },
  },
  drafts: {
    'clubSystem.begin': async (world) => ({ brandCode: 'karada', code: await codeOf(world) }),
    'clubSystem.finish': async (world) => ({ state: await stateOf(world), authorizationCode: 'given' }),
    'clubSystem.disconnect': async (world) => {
      await connect(world)
      return { code: await codeOf(world) }
    },
    'clubSystem.saveMapping': async (world) => {
      await connect(world)
      return mappingOf(world)
    },
    'clubSystem.setAside': async (world) => ({ id: await makeUnread(world), reason: '先方で取消済み' }),
    'clubSystem.compareSample': async (world) => {
      await withMerge(world, 'open')
      return {}
    },
    'clubSystem.chooseMerge': async (world) => {
      await withMerge(world, 'open')
      return { choice: 'compare', importIds: [] }
    },
    'clubSystem.answerMerge': async (world) => {
      await withMerge(world, 'people')
      return answersOfPeople
    },
    'clubSystem.takeBackMerge': async (world) => {
      await withMerge(world, 'merged')
      return {}
    },
    'clubSystem.answerWord': async (world) => {
      await withRun(world, 'done')
      return { field: 'planKind', word: '早朝', answer: 'regular' }
    },
  },
  isOfChain: true,
  recordsRefusals: ['clubSystem.begin', 'clubSystem.finish', 'clubSystem.disconnect'],
}
