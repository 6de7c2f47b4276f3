import type { ChosenValue } from '#contract/chosen-value.ts'
import { chosenKinds } from '#contract/words/chosen-value.ts'
import { MemberName } from '~/auth/record-links'
import { TwoLines } from '~/components/resource-table/rows'
import type { ListColumn } from '~/components/resource-table/types'

/** 姓 and 名 with a full-width space. */
export const nameOf = ({ member, kind }: ChosenValue) =>
  member ? `${member.lastName}\u3000${member.firstName}` : `ゲストの${chosenKinds[kind]}`

const lines = (texts: readonly string[]) =>
  texts.map((text) => (
    <p key={text} className="md:truncate">
      {text}
    </p>
  ))

export const chosenColumns: ListColumn<ChosenValue>[] = [
  {
    id: 'memberNo',
    label: '会員',
    width: 180,
    sortKey: 'memberNo',
    cell: (row) =>
      row.member ? (
        <TwoLines
          main={
            <MemberName id={row.member.id} isQuiet>
              {nameOf(row)}
            </MemberName>
          }
          sub={row.member.memberNo}
        />
      ) : (
        'ゲスト'
      ),
  },
  { id: 'kind', label: '種類', width: 116, card: 'beside', cell: ({ kind }) => chosenKinds[kind] },
  {
    id: 'ours',
    label: 'こちらの値を使用中',
    width: 260,
    card: 'labelled',
    cell: ({ values }) => lines(values.map(({ label, ours }) => `${label}: ${ours ?? '空欄'}`)),
  },
  {
    id: 'theirs',
    label: '提供元の値',
    width: 260,
    card: 'labelled',
    cell: ({ values }) =>
      lines(values.map(({ label, theirs, isKnown }) => `${label}: ${isKnown ? (theirs ?? '空欄') : '次の同期で取得'}`)),
  },
  { id: 'shop', label: '店舗', width: 120, priority: 2, card: 'text', cell: ({ shop: { name } }) => name },
]
