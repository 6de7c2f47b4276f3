import { type Area, readOf, unknownId, type World } from './area.ts'

const draftFor = ({ shops }: World, variant: string) => ({
  report: 'admission',
  name: `共有 ${variant}`,
  search: { months: '6', joinedBy: 'contracted' },
  shopIds:
    { own: [shops.own], other: [shops.other], both: [shops.own, shops.other], unknown: [unknownId] }[variant] ?? [],
})

/** The address of a new one, shared with the shops of the variant. */
async function addressOf(world: World, variant: string): Promise<string> {
  const path = '/api/admin/report-view'
  if (variant === 'unknown') return `${path}/${unknownId}`
  const made = await world.api.post(`${path}/new`, {
    token: await world.tokenOf('admin'),
    body: draftFor(world, variant),
  })
  return `${path}/${made.json.id}`
}

const walk = `
call                       anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
reportView.list every      401       401     401       401     401       401    403    200    200    200    200 200
reportView.create own      401       401     401       401     401       401    403    403    200    200    200 200
reportView.create both     401       401     401       401     401       401    403    403    404    404    200 200
reportView.create everyone 401       401     401       401     401       401    403    403    422    422    200 200
reportView.create unknown  401       401     401       401     401       401    403    403    404    404    404 404
reportView.update own      401       401     401       401     401       401    403    403    200    200    200 200
reportView.update both     401       401     401       401     401       401    403    403    403    403    200 200
reportView.update everyone 401       401     401       401     401       401    403    403    403    403    200 200
reportView.update other    401       401     401       401     401       401    403    403    404    404    200 200
reportView.update unknown  401       401     401       401     401       401    403    403    404    404    404 404
reportView.remove own      401       401     401       401     401       401    403    403    200    200    200 200
reportView.remove both     401       401     401       401     401       401    403    403    403    403    200 200
reportView.remove everyone 401       401     401       401     401       401    403    403    403    403    200 200
reportView.remove other    401       401     401       401     401       401    403    403    404    404    200 200
reportView.remove unknown  401       401     401       401     401       401    403    403    404    404    404 404
`

export const area: Area = {
  walk,
  stock: async (world) => {
    for (const variant of ['own', 'other', 'both', 'everyone']) await addressOf(world, variant)
  },
  calls: {
    'reportView.list': (world, variant) => readOf(world, variant, '/api/admin/report-view/list'),
    'reportView.create': (world, variant) => ({
      method: 'POST',
      path: '/api/admin/report-view/new',
      body: draftFor(world, variant),
    }),
    'reportView.update': async (world, variant) => ({
      method: 'PUT',
      path: await addressOf(world, variant),
      body: { name: `変更 ${world.next()}` },
    }),
    'reportView.remove': async (world, variant) => ({ method: 'DELETE', path: await addressOf(world, variant) }),
  },
  drafts: {
    'reportView.create': (world) => draftFor(world, 'everyone'),
    'reportView.update': (world) => draftFor(world, 'everyone'),
  },
}
