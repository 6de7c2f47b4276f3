import type { Announcement, AnnouncementDraft } from '#contract/announcement.ts'
import type { Me } from '#contract/user.ts'
import { wantedStatus } from '~/components/publication'
import type { Question } from '~/components/resource-form/use-resource-form'
import { formatDateTime } from '~/lib/dates'
import { type ScopeOption, scopeText } from '~/nouns/shop/scope-field'
import type { SelectedShop } from '~/shop/selected-shop'

/** A new one: for the header's shop. With 全店舗 there, for everyone where the user's right covers everyone. */
export function blankAnnouncement(me: Me | undefined, { shopId, shop }: SelectedShop): AnnouncementDraft {
  const forAll = me?.permissions['announcement.write'] === 'all' && shopId === undefined
  return {
    title: '',
    body: '',
    category: 'info',
    imgUrl: null,
    linkUrl: null,
    target: forAll ? { scope: 'all', shopIds: [] } : { scope: 'shops', shopIds: shop ? [shop.id] : [] },
    publishFrom: null,
    publishTo: null,
    isPinned: false,
    status: 'pending',
  }
}

/** The intended status: a scheduled row is already 公開. */
export const toValues = (row: Announcement): AnnouncementDraft => ({
  title: row.title,
  body: row.body,
  category: row.category,
  imgUrl: row.imgUrl,
  linkUrl: row.linkUrl,
  target: row.target.scope === 'all' ? { scope: 'all', shopIds: [] } : { scope: 'shops', shopIds: row.target.shopIds },
  publishFrom: row.publishFrom,
  publishTo: row.publishTo,
  isPinned: row.isPinned,
  status: wantedStatus(row),
})

/** A copy starts as a draft without times; only for the user's shops if the original also targets others. */
export const copyOf = (row: Announcement, blank: AnnouncementDraft): AnnouncementDraft => ({
  ...toValues(row),
  ...(!row.canEdit && { target: blank.target }),
  title: `${row.title}のコピー`.slice(0, 80),
  publishFrom: null,
  publishTo: null,
  isPinned: false,
  status: 'pending',
})

/** Whether reverting the state reverts the whole change. */
export function onlyStateDiffers(before: Announcement | undefined, saved: Announcement): boolean {
  const rest = (row: Announcement) => JSON.stringify({ ...toValues(row), status: undefined })
  return before !== undefined && rest(before) === rest(saved)
}

/** Confirmation before members start or stop seeing something: who, and from when. */
export function effectOf(
  values: Pick<AnnouncementDraft, 'target' | 'publishFrom' | 'publishTo' | 'status'>,
  before: Announcement | undefined,
  shops: readonly ScopeOption[],
  now = new Date(),
): Question | undefined {
  const who = `${scopeText(values.target, shops)}の会員`
  const wasActive = before?.status === 'active'
  if (values.status !== 'active') {
    if (!wasActive) return undefined
    return { title: 'お知らせを非公開にする', text: `保存するとすぐに、${who}の画面から消えます。` }
  }
  const isLater = values.publishFrom !== null && new Date(values.publishFrom) > now
  const until = values.publishTo === null ? '' : `\n${formatDateTime(values.publishTo)}に表示が終わります。`
  if (isLater) {
    const from = formatDateTime(values.publishFrom as string)
    return { title: 'お知らせの公開を予約', text: `${from}から、${who}に表示されます。${until}` }
  }
  return wasActive
    ? { title: '公開中のお知らせを更新', text: `保存するとすぐに、${who}の画面に反映されます。${until}` }
    : { title: 'お知らせを公開', text: `保存するとすぐに、${who}に表示されます。保留中には戻せません。${until}` }
}
