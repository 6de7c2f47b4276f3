import { type Area, readOf, unknownId, type World } from './area.ts'

const ofMembers = {
  screen: 'members',
  search: { contractStatus: 'suspended', sort: '-lastVisitOn' },
  columns: { tel: true },
}
const ofReport = { screen: 'admission', search: { months: '6', joinedBy: 'contracted' }, columns: {} }

const draftFor = ({ shops, next }: World, variant: string) => ({
  ...(variant.startsWith('report') ? ofReport : ofMembers),
  name: `共有 ${variant} ${next()}`,
  shopIds:
    { own: [shops.own], other: [shops.other], both: [shops.own, shops.other], unknown: [unknownId] }[
      variant.replace('report', '').toLowerCase()
    ] ?? [],
})

/** The address of a new one, shared with the shops of the variant. */
async function addressOf(world: World, variant: string): Promise<string> {
  const path = '/api/admin/saved-view'
  if (variant === 'unknown') return `${path}/${unknownId}`
  const made = await world.api.post(`${path}/new`, {
    token: await world.tokenOf('admin'),
    body: draftFor(world, variant),
  })
  return `${path}/${made.json.id}`
}

const walk = `
call                            anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
savedView.list every            401       401     401       401     401       401    403    200    200    200    200 200
savedView.create own            401       401     401       401     401       401    403    403    200    200    200 200
savedView.create both           401       401     401       401     401       401    403    403    404    404    200 200
savedView.create everyone       401       401     401       401     401       401    403    403    422    422    200 200
savedView.create unknown        401       401     401       401     401       401    403    403    404    404    404 404
savedView.update own            401       401     401       401     401       401    403    403    200    200    200 200
savedView.update both           401       401     401       401     401       401    403    403    403    403    200 200
savedView.update everyone       401       401     401       401     401       401    403    403    403    403    200 200
savedView.update other          401       401     401       401     401       401    403    403    404    404    200 200
savedView.update unknown        401       401     401       401     401       401    403    403    404    404    404 404
savedView.remove own            401       401     401       401     401       401    403    403    200    200    200 200
savedView.remove both           401       401     401       401     401       401    403    403    403    403    200 200
savedView.remove everyone       401       401     401       401     401       401    403    403    403    403    200 200
savedView.remove other          401       401     401       401     401       401    403    403    404    404    200 200
savedView.remove unknown        401       401     401       401     401       401    403    403    404    404    404 404
savedView.create reportOwn      401       401     401       401     401       401    403    403    200    200    200 200
savedView.create reportBoth     401       401     401       401     401       401    403    403    404    404    200 200
savedView.create reportEveryone 401       401     401       401     401       401    403    403    422    422    200 200
savedView.create reportUnknown  401       401     401       401     401       401    403    403    404    404    404 404
savedView.update reportOwn      401       401     401       401     401       401    403    403    200    200    200 200
savedView.update reportBoth     401       401     401       401     401       401    403    403    403    403    200 200
savedView.update reportEveryone 401       401     401       401     401       401    403    403    403    403    200 200
savedView.update reportOther    401       401     401       401     401       401    403    403    404    404    200 200
savedView.remove reportOwn      401       401     401       401     401       401    403    403    200    200    200 200
savedView.remove reportBoth     401       401     401       401     401       401    403    403    403    403    200 200
savedView.remove reportEveryone 401       401     401       401     401       401    403    403    403    403    200 200
savedView.remove reportOther    401       401     401       401     401       401    403    403    404    404    200 200
`

export const area: Area = {
  walk,
  stock: async (world) => {
    const variants = ['own', 'other', 'both', 'everyone', 'reportOwn', 'reportOther', 'reportBoth', 'reportEveryone']
    for (const variant of variants) await addressOf(world, variant)
  },
  calls: {
    'savedView.list': (world, variant) => readOf(world, variant, '/api/admin/saved-view/list'),
    'savedView.create': (world, variant) => ({
      method: 'POST',
      path: '/api/admin/saved-view/new',
      body: draftFor(world, variant),
    }),
    'savedView.update': async (world, variant) => ({
      method: 'PUT',
      path: await addressOf(world, variant),
      body: { name: `変更 ${world.next()}` },
    }),
    'savedView.remove': async (world, variant) => ({ method: 'DELETE', path: await addressOf(world, variant) }),
  },
  drafts: {
    'savedView.create': (world) => draftFor(world, 'everyone'),
    'savedView.update': (world) => draftFor(world, 'reportEveryone'),
  },
}
