import { AddedMember } from '~/nouns/member/added-member'
import { MemberSearch } from '~/nouns/member/member-search'
import { useSelectedShop } from '~/shop/selected-shop'
import { foundQuery, mostByHand } from './queries'

interface FindMembersProps {
  chosen: readonly string[]
  shop: string | undefined
  onAdd: (userId: string) => void
}

/** Adds members one by one, by part of a name or number. */
export function FindMembers({ chosen, shop, onAdd }: FindMembersProps) {
  const { shopId } = useSelectedShop(shop)
  if (chosen.length >= mostByHand) {
    return <p className="text-sm">宛先を手動で選べるのは{mostByHand}名までです。条件で選ぶこともできます。</p>
  }
  return (
    <MemberSearch
      aria-label="会員を検索"
      placeholder="氏名・フリガナ・会員番号・電話番号・生年月日"
      className="sm:max-w-120"
      find={(keyword) => foundQuery(keyword, shopId)}
      without={chosen}
      saying={(count) => `${count}名見つかりました。選ぶと宛先に加わります。`}
      saidClassName="mt-2 text-sm text-muted-foreground"
      onTake={({ id }) => onAdd(id)}
    >
      {(row) => <AddedMember row={row} />}
    </MemberSearch>
  )
}
