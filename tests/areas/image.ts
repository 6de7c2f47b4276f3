import type { Area } from './area.ts'

const pixel = {
  contentType: 'image/png',
  imgBase64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
}

const walk = `
call         anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
image.create 401       401     401       401     401       401    403    200    200    200    200 200
`

export const area: Area = {
  walk,
  calls: { 'image.create': () => ({ method: 'POST', path: '/api/admin/image/new', body: pixel }) },
  drafts: { 'image.create': () => pixel },
}
