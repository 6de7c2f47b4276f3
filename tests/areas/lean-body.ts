import { leanBodyContent } from '../../api/db/schema/lean-body.ts'
import { type Area, unknownId, type World } from './area.ts'

const path = '/api/admin/content/lean-body'

/** A new content, as it comes from outside: published or still waiting for staff. */
export async function makeContent({ api, next }: World, status: 'active' | 'pending' = 'active'): Promise<string> {
  const number = next()
  const at = new Date('2026-10-01T01:00:00Z')
  const [made] = await api.db
    .insert(leanBodyContent)
    .values({
      externalId: `LB-${number}`,
      title: `体幹トレーニング ${number}`,
      videoUrl: `https://video.example.jp/watch/${number}`,
      instructorName: '小林 大輝',
      category: 'strength',
      targetParts: ['abs'],
      intensity: 3,
      durationSec: 900,
      status,
      searchText: `体幹トレーニング ${number}`,
      createdAt: at,
      updatedAt: at,
    })
    .returning()
  return made?.id as string
}

const idOf = (world: World, variant: string) => (variant === 'unknown' ? unknownId : makeContent(world))

const walk = `
call                    anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
leanBody.list           401       401     401       401     401       401    200    200    200    200    200 200
leanBody.choices        401       401     401       401     401       401    200    200    200    200    200 200
leanBody.get any        401       401     401       401     401       401    200    200    200    200    200 200
leanBody.get unknown    401       401     401       401     401       401    404    404    404    404    404 404
leanBody.bulk any       401       401     401       401     401       401    403    403    403    403    200 200
leanBody.bulk unknown   401       401     401       401     401       401    403    403    403    403    404 404
leanBody.bulk no-draft  401       401     401       401     401       401    403    403    403    403    422 422
leanBody.update any     401       401     401       401     401       401    403    403    403    403    200 200
leanBody.update unknown 401       401     401       401     401       401    403    403    403    403    404 404
`

export const area: Area = {
  walk,
  isOfChain: true,
  stock: async (world) => {
    for (const status of ['active', 'pending'] as const) await makeContent(world, status)
  },
  calls: {
    'leanBody.list': () => ({ method: 'GET', path: `${path}/list` }),
    'leanBody.choices': () => ({ method: 'GET', path: `${path}/choices` }),
    'leanBody.get': async (world, variant) => ({ method: 'GET', path: `${path}/${await idOf(world, variant)}` }),
    'leanBody.bulk': async (world, variant) => ({
      method: 'PUT',
      path: `${path}/bulk`,
      body: {
        ids: [await makeContent(world), await idOf(world, variant)],
        status: variant === 'no-draft' ? 'pending' : 'disabled',
      },
    }),
    'leanBody.update': async (world, variant) => ({
      method: 'PUT',
      path: `${path}/${await idOf(world, variant)}`,
      body: { title: `変更 ${world.next()}` },
    }),
  },
  drafts: {
    'leanBody.bulk': async (world) => ({
      ids: [await makeContent(world)],
      status: 'disabled',
      shopIds: [world.shops.own],
    }),
    'leanBody.update': ({ shops }) => ({
      title: '体幹トレーニング 入門',
      description: '腹を中心に動かします。',
      tags: ['体幹', '初心者'],
      recommendedMoods: ['happy'],
      status: 'active',
      sortOrder: 12,
      shopIds: [shops.own],
    }),
  },
}
