import { sampleLogs } from '../support/daily-logs.ts'
import { type Area, readOf, unknownId, type World } from './area.ts'

const path = '/api/admin/member'
const lists = {
  condition: `${path}/condition-daily-log/list`,
  healthcare: `${path}/healthcare-daily-log/list`,
  location: `${path}/location-stats-daily-log/list`,
  bodyTemp: `${path}/body-temp-daily-log/list`,
  menstrual: `${path}/menstrual-daily-log/list`,
}
type LogKind = keyof typeof lists
const kinds = Object.keys(lists) as LogKind[]

/** A member of a shop with a day in each log and every consent, by the user's id; with a trainer where one is given. */
async function loggerOf({ api }: World, shopId: string, trainerStaffId: string | null = null): Promise<string> {
  const { memberId, userId } = await api.makeMember(shopId, { trainerStaffId })
  for (const kind of kinds) await api.makeDailyLog(kind, { memberId, shopId, log: sampleLogs[kind] as never })
  for (const kind of ['body', 'location', 'menstrual'] as const) {
    await api.giveConsent({ memberId, kind, sharedStaffIds: trainerStaffId ? [Number(trainerStaffId)] : [] })
  }
  return userId
}

const memberOf = async (world: World, variant: string): Promise<string> => {
  if (variant === 'unknown') return unknownId
  if (variant.endsWith('trained')) return loggerOf(world, world.shops.own, world.people.level2?.staffId)
  return loggerOf(world, variant.endsWith('other-member') ? world.shops.other : world.shops.own)
}

const list = (kind: LogKind) => async (world: World, variant: string) => {
  if (variant === 'nobody') return readOf(world, 'nobody', lists[kind])
  const query: Record<string, string> = variant.includes('-') ? { userId: await memberOf(world, variant) } : {}
  return readOf(world, variant, lists[kind], query)
}

const period = { from: '2026-11-01', to: '2026-11-21' }

const walk = `
call                                anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
dailyLog.condition own              401       401     401       401     401       401    403    200    200    403    200 200
dailyLog.condition other            401       401     401       401     401       401    403    404    404    403    200 200
dailyLog.condition unknown          401       401     401       401     401       401    403    404    404    403    404 404
dailyLog.condition nobody           401       401     401       401     401       401    403    422    422    403    422 422
dailyLog.condition of-own-member    401       401     401       401     401       401    403    404    200    403    200 200
dailyLog.condition of-trained       401       401     401       401     401       401    403    200    200    403    200 200
dailyLog.condition of-other-member  401       401     401       401     401       401    403    404    404    403    200 200
dailyLog.healthcare own             401       401     401       401     401       401    403    200    403    403    200 200
dailyLog.healthcare other           401       401     401       401     401       401    403    404    403    403    200 200
dailyLog.healthcare unknown         401       401     401       401     401       401    403    404    403    403    404 404
dailyLog.healthcare of-trained      401       401     401       401     401       401    403    200    403    403    200 200
dailyLog.healthcare of-other-member 401       401     401       401     401       401    403    404    403    403    200 200
dailyLog.location own               401       401     401       401     401       401    403    403    403    403    200 200
dailyLog.location of-trained        401       401     401       401     401       401    403    403    403    403    200 200
dailyLog.bodyTemp own               401       401     401       401     401       401    403    200    403    403    200 200
dailyLog.bodyTemp other             401       401     401       401     401       401    403    404    403    403    200 200
dailyLog.bodyTemp unknown           401       401     401       401     401       401    403    404    403    403    404 404
dailyLog.bodyTemp of-trained        401       401     401       401     401       401    403    200    403    403    200 200
dailyLog.menstrual own              401       401     401       401     401       401    403    200    403    403    200 200
dailyLog.menstrual other            401       401     401       401     401       401    403    404    403    403    200 200
dailyLog.menstrual unknown          401       401     401       401     401       401    403    404    403    403    404 404
dailyLog.menstrual of-trained       401       401     401       401     401       401    403    200    403    403    200 200
dailyLog.summary every              401       401     401       401     401       401    403    403    200    200    200 200
dailyLog.summary own                401       401     401       401     401       401    403    403    200    200    200 200
dailyLog.summary other              401       401     401       401     401       401    403    403    404    404    200 200
dailyLog.summary unknown            401       401     401       401     401       401    403    403    404    404    404 404
dailyLog.summary bodyTemp           401       401     401       401     401       401    403    403    200    403    200 200
dailyLog.summary menstrual          401       401     401       401     401       401    403    403    403    403    200 200
dailyLog.reveal of-own-member       401       401     401       401     401       401    403    403    403    403    200 200
dailyLog.reveal of-other-member     401       401     401       401     401       401    403    403    403    403    200 200
dailyLog.consent of-own-member      401       401     401       401     401       401    403    404    200    403    200 200
dailyLog.consent of-trained         401       401     401       401     401       401    403    200    200    403    200 200
dailyLog.consent other-member       401       401     401       401     401       401    403    404    404    404    200 200
dailyLog.consent unknown            401       401     401       401     401       401    403    404    404    404    404 404
dailyLog.erase of-own-member        401       401     401       401     401       401    403    403    403    403    200 200
dailyLog.erase of-other-member      401       401     401       401     401       401    403    403    403    403    200 200
dailyLog.access any                 401       401     401       401     401       401    403    403    403    403    403 200
`

export const area: Area = {
  walk,
  stock: async (world) => {
    for (const shopId of [world.shops.own, world.shops.other]) await loggerOf(world, shopId)
  },
  calls: {
    'dailyLog.condition': list('condition'),
    'dailyLog.healthcare': list('healthcare'),
    'dailyLog.location': list('location'),
    'dailyLog.bodyTemp': list('bodyTemp'),
    'dailyLog.menstrual': list('menstrual'),
    'dailyLog.summary': (world, variant) => {
      const kind = variant === 'bodyTemp' || variant === 'menstrual' ? variant : 'condition'
      return readOf(world, variant, `${path}/daily-log/summary`, { kind })
    },
    'dailyLog.reveal': async (world, variant) => ({
      method: 'POST',
      path: `${path}/daily-log/reveal`,
      body: {
        ...period,
        userId: await memberOf(world, variant),
        kind: 'bodyTemp',
        reason: 'inquiry',
        reasonText: null,
      },
    }),
    'dailyLog.consent': async (world, variant) => ({
      method: 'GET',
      path: `${path}/${await memberOf(world, variant)}/consent`,
    }),
    'dailyLog.erase': async (world, variant) => ({
      method: 'DELETE',
      path: `${path}/${await memberOf(world, variant)}/daily-log`,
    }),
    'dailyLog.access': (world, variant) => readOf(world, variant, `${path}/daily-log/access`),
  },
  drafts: {
    'dailyLog.reveal': async (world) => ({
      ...{ ...period, userId: await memberOf(world, 'of-own-member'), kind: 'condition' },
      ...{ reason: 'other', reasonText: '会員から体調について相談があったため' },
    }),
  },
}
