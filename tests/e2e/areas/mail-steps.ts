import type { ListArea } from '../areas.ts'

export const list: ListArea = {
  noun: 'ステップメール',
  path: '/mail/steps',
  api: '/api/admin/mail/step/list',
  account: 'head',
  defaults: 'sort=-updatedAt&status=all',
  sortBy: 'ステップメール名',
  search: { keyword: '会員へ', shows: '会員へ' },
  filter: { label: '開始条件', option: '休会の終了が近い', inUrl: /trigger=suspensionEnding/ },
  record: {
    ready: (page) => page.getByRole('button', { name: 'ステップを追加' }),
    opensOver: false,
    back: 'ステップメールの一覧',
  },
  closedTo: 'trainer',
}
