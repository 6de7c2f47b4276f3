import { type Area, unknownId } from './area.ts'

const walk = `
call                anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
search.find keyword 401       401     401       401     401       401    200    200    200    200    200 200
search.find recent  401       401     401       401     401       401    200    200    200    200    200 200
search.find unknown 401       401     401       401     401       401    200    200    200    200    200 200
`

export const area: Area = {
  walk,
  calls: {
    'search.find': async ({ api, shops }, variant) => {
      const path = '/api/admin/search'
      if (variant === 'keyword') return { method: 'GET', path: `${path}?keyword=${encodeURIComponent('店')}` }
      // Invisible records are left out without an error.
      const userId = variant === 'recent' ? (await api.makeMember(shops.other)).userId : unknownId
      return { method: 'GET', path: `${path}?recent=member:${userId}&recent=column:${unknownId}` }
    },
  },
}
