import type { ListArea } from '../areas.ts'

export const list: ListArea = {
  noun: '取り込み',
  path: '/other-settings/imports',
  api: '/api/admin/import/list',
  account: 'head',
  defaults: 'sort=-createdAt&state=all',
  sortBy: 'ファイル名',
  search: { keyword: '名簿', shows: '名簿' },
  filter: { label: '状態', option: '中止', inUrl: /state=failed/ },
  record: {
    ready: (page) => page.getByRole('button', { name: 'ファイルを削除' }),
    opensOver: false,
    back: '取り込みの一覧',
  },
  closedTo: 'trainer',
}
