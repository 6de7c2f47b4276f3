import { type Area, unknownId, type World } from './area.ts'

const path = '/api/admin/session'

/** The address of this person's latest session. */
async function addressOf(world: World, whose: string): Promise<string> {
  const person = world.people[whose]
  if (!person) return `${path}/${unknownId}`
  const token = await world.api.signIn(person)
  const { json } = await world.api.get(`${path}/list?limit=1`, { token })
  return `${path}/${json.list?.[0]?.id ?? unknownId}`
}

const walk = `
call                   anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
session.list           401       401     401       401     401       401    200    200    200    200    200 200
session.removeOthers   401       401     401       401     401       401    200    200    200    200    200 200
session.remove own     401       401     401       401     401       401    200    200    200    200    200 200
session.remove other   401       401     401       401     401       401    404    404    404    404    404 404
session.remove unknown 401       401     401       401     401       401    404    404    404    404    404 404
`

export const area: Area = {
  walk,
  calls: {
    'session.list': () => ({ method: 'GET', path: `${path}/list` }),
    'session.removeOthers': () => ({ method: 'DELETE', path: `${path}/others` }),
    'session.remove': async (world, variant, principal) => ({
      method: 'DELETE',
      path: await addressOf(world, { own: principal as string, other: 'colleague' }[variant] ?? 'nobody'),
    }),
  },
}
