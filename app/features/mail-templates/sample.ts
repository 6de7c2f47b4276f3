import { useQuery } from '@tanstack/react-query'
import type { LetterShop, LetterValues } from '#contract/mail-letter.ts'
import { withoutValue } from '#contract/words/mail.ts'
import { firstMemberQuery, sampleMemberQuery, sampleShopQuery, senderQuery } from './queries'

/** Sample values of a preview. */
interface Sample {
  /** Undefined if there is no member yet. */
  userId: string | undefined
  /** 「山田 花子さん」, or 見本. */
  whose: string
  values: LetterValues
  shop: LetterShop
}

const nobody: LetterValues = {
  会員氏名: '見本 花子',
  最終来館日: '2026/01/05',
  プラン名: '見本のプラン',
  チケット残数: '3',
}
/** Values of a real member of the shop (null: any shop), as the API fills them in. */
export function useSample(shopId: string | null) {
  const first = useQuery(firstMemberQuery(shopId))
  const found = first.data?.list[0]
  const member = useQuery({ ...sampleMemberQuery(found?.id ?? ''), enabled: found !== undefined })
  const ofShop = shopId ?? found?.shop.id
  const shop = useQuery({ ...sampleShopQuery(ofShop ?? ''), enabled: ofShop !== undefined })
  const sender = useQuery({ ...senderQuery(ofShop), enabled: first.data !== undefined })
  const error = first.error ?? member.error ?? shop.error ?? sender.error
  const retry = () => {
    for (const query of [first, member, shop, sender]) if (query.error) void query.refetch()
  }
  const isThere = first.data && (found === undefined || member.data) && (ofShop === undefined || shop.data)
  if (!isThere || !sender.data) return { sample: undefined, error, retry }

  const place = { name: shop.data?.name ?? '見本店', sender: sender.data }
  const of = member.data
  const sample: Sample = of
    ? {
        userId: of.id,
        whose: `${of.lastName} ${of.firstName}さん`,
        values: {
          会員氏名: `${of.lastName} ${of.firstName}`,
          店舗名: of.shop.name,
          最終来館日: of.lastVisitOn?.replaceAll('-', '/') ?? withoutValue.最終来館日,
          プラン名: of.planName ?? withoutValue.プラン名,
          チケット残数: String(of.ticketsLeft),
        },
        shop: place,
      }
    : { userId: undefined, whose: '見本', values: { ...nobody, 店舗名: place.name }, shop: place }
  return { sample, error: null, retry }
}
