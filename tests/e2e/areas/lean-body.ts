import type { ListArea } from '../areas.ts'

export const list: ListArea = {
  noun: 'コンテンツ',
  path: '/lean-body/contents',
  api: '/api/admin/content/lean-body/list',
  account: 'head',
  defaults: 'sort=sortOrder&status=all&intensity=9&view=table',
  sortBy: 'タイトル',
  search: { keyword: 'めざめ', shows: '朝のめざめヨガ' },
  filter: { label: '種目', option: 'ピラティス', inUrl: /category=pilates/ },
  record: {
    ready: (page) => page.getByRole('textbox', { name: 'タイトル' }),
    opensOver: false,
    back: 'コンテンツの一覧',
  },
}
