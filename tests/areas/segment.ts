import { type Area, readOf, unknownId, type World } from './area.ts'

const draftFor = ({ shops }: World, variant: string) => ({
  list: 'members',
  name: `共有 ${variant}`,
  search: { contractStatus: 'suspended', sort: '-lastVisitOn' },
  columns: { tel: true },
  shopIds:
    { own: [shops.own], other: [shops.other], both: [shops.own, shops.other], unknown: [unknownId] }[variant] ?? [],
})

/** The address of a new one, shared with the shops of the variant. */
async function addressOf(world: World, variant: string): Promise<string> {
  const path = '/api/admin/segment'
  if (variant === 'unknown') return `${path}/${unknownId}`
  const made = await world.api.post(`${path}/new`, {
    token: await world.tokenOf('admin'),
    body: draftFor(world, variant),
  })
  return `${path}/${made.json.id}`
}

const walk = `
call                    anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
segment.list every      401       401     401       401     401       401    403    200    200    200    200 200
segment.create own      401       401     401       401     401       401    403    403    200    200    200 200
segment.create both     401       401     401       401     401       401    403    403    404    404    200 200
segment.create everyone 401       401     401       401     401       401    403    403    422    422    200 200
segment.create unknown  401       401     401       401     401       401    403    403    404    404    404 404
segment.update own      401       401     401       401     401       401    403    403    200    200    200 200
segment.update both     401       401     401       401     401       401    403    403    403    403    200 200
segment.update everyone 401       401     401       401     401       401    403    403    403    403    200 200
segment.update other    401       401     401       401     401       401    403    403    404    404    200 200
segment.update unknown  401       401     401       401     401       401    403    403    404    404    404 404
segment.remove own      401       401     401       401     401       401    403    403    200    200    200 200
segment.remove both     401       401     401       401     401       401    403    403    403    403    200 200
segment.remove everyone 401       401     401       401     401       401    403    403    403    403    200 200
segment.remove other    401       401     401       401     401       401    403    403    404    404    200 200
segment.remove unknown  401       401     401       401     401       401    403    403    404    404    404 404
`

export const area: Area = {
  walk,
  stock: async (world) => {
    for (const variant of ['own', 'other', 'both', 'everyone']) await addressOf(world, variant)
  },
  calls: {
    'segment.list': (world, variant) => readOf(world, variant, '/api/admin/segment/list'),
    'segment.create': (world, variant) => ({
      method: 'POST',
      path: '/api/admin/segment/new',
      body: draftFor(world, variant),
    }),
    'segment.update': async (world, variant) => ({
      method: 'PUT',
      path: await addressOf(world, variant),
      body: { name: `変更 ${world.next()}` },
    }),
    'segment.remove': async (world, variant) => ({ method: 'DELETE', path: await addressOf(world, variant) }),
  },
  drafts: {
    'segment.create': (world) => draftFor(world, 'everyone'),
    'segment.update': (world) => draftFor(world, 'everyone'),
  },
}
