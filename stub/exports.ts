import { csvOf } from './csv.ts'
import type { Provider } from './lists.ts'
import { addDays, dayOf, monthAfter } from './time.ts'
import { createViews } from './views.ts'
import type { Contract, Member, Purchase } from './world.ts'

// The provider's lists as its screens export them (データ集計). Assumption: times have minutes, and RL001 has the columns
// of its lesson and its member after those that are known.

const ml001Headings = [
  ...['メンバーID', '会員番号', '氏名', '氏名カナ', 'メールアドレス', '代表メールアドレス', '権限タイプ', '代表氏名'],
  ...['性別', '生年月日', '年齢', '郵便番号', '都道府県', '住所1', '住所2', '入会日時', '最終受講日時'],
  ...['メンバー所属店舗名', '所属店舗名', '契約プランコード', '契約プラン名', 'プラン契約日', 'プラン契約適用開始日'],
  ...['プラン契約適用終了日', 'プラン継続期間', '初回契約プラン', '在籍期間', '退会手続き日'],
]

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value))
const minute = (moment: unknown) => text(moment).slice(0, 16).replaceAll('-', '/')
const slashed = (day: string | null | undefined) => text(day).slice(0, 10).replaceAll('-', '/')

/** ML001, members: a row for each plan that is not over, one for a member without any. */
function ml001(provider: Provider): string {
  const { world, contracts, now } = provider
  const { listedBy } = createViews(provider)
  const today = dayOf(now())
  const studios = new Map(world.studios.map(({ id, name }) => [id, name]))
  const isListed = listedBy()
  const rowOf = (member: Member, contract: Contract | null) => {
    const [studio, first] = [text(studios.get(member.studio_id)), contracts.baseOf(member.id)[0]]
    return [
      ...[member.id, text(member.member_no), member.name, text(member.name_kana), member.mail_address],
      ...[text(member.representative_mail_address), text(member.account_type), text(member.representative_name)],
      ...[member.gender === 1 ? '男性' : member.gender === 2 ? '女性' : '', slashed(text(member.birthday))],
      ...[Number(today.slice(0, 4)) - Number(text(member.birthday).slice(0, 4)), text(member.zip_code)],
      ...[text(member.prefecture), text(member.address1), text(member.address2), minute(member.joined_at), ''],
      ...[studio, studio, text(contract?.plan.code), text(contract?.plan.name), slashed(contract?.contracted_on)],
      ...[slashed(contract?.start_on), slashed(contract?.end_on), '', text(first?.plan.name), ''],
      slashed(member.cancel_requested_at),
    ]
  }
  const rows = world.members
    .filter((one) => isListed(one) && !one.is_guest)
    .flatMap((member) => {
      const open = contracts.all(member.id).filter(({ end_on }) => end_on === null || end_on >= today)
      return open.length > 0 ? open.map((contract) => rowOf(member, contract)) : [rowOf(member, null)]
    })
  return csvOf(ml001Headings, rows)
}

const pl001Headings = [
  ...['売上ID', '精算日時', '購入店舗', '支払方法', '摘要', '合計金額', '内税', '割引金額', '手数料', '入金日'],
  ...['メンバーID', '会員番号', 'ステータス'],
]

/** PL001, the lines of sales. */
function pl001(provider: Provider): string {
  const { world, contracts } = provider
  const { send } = createViews(provider)
  const studios = new Map(world.studios.map(({ id, name }) => [id, name]))
  const rows = world.purchases.flatMap((stored) => {
    const sale = send('purchases', stored) as Purchase
    const member = sale.member_id === null ? undefined : contracts.member(sale.member_id)
    return sale.details.map((line) => [
      ...[sale.id, minute(sale.settled_at), text(studios.get(Number(sale.studio_id))), text(sale.payment_method)],
      ...[line.name, line.total_amount, line.tax_amount, line.discount_amount, text(sale.fee)],
      ...[slashed(sale.deposited_on), text(sale.member_id), text(member?.member_no), sale.status],
    ])
  })
  return csvOf(pl001Headings, rows)
}

const rl001Headings = [
  ...['予約ID', '予約ステータス', '予約処理日', '受講日', '開始時刻', '使用チケット'],
  ...['終了時刻', 'プログラム名', '予約店舗', 'メンバーID', '会員番号'],
]

/** RL001, bookings from the first of last month to 90 days from now. */
function rl001({ world, contracts, now }: Provider): string {
  const studios = new Map(world.studios.map(({ id, name }) => [id, name]))
  const [from, to] = [monthAfter(dayOf(now()), -1), addDays(dayOf(now()), 91)]
  const rows = world.reservations
    .filter(({ start_at }) => start_at >= from && start_at < to)
    .map((row) => {
      const member = row.member_id === null ? undefined : contracts.member(row.member_id)
      return [
        ...[row.id, row.status, slashed(text(row.reserved_at)), slashed(row.start_at), row.start_at.slice(11, 16), ''],
        ...[text(row.end_at).slice(11, 16), text(row.program_name), text(studios.get(row.studio_id))],
        ...[text(row.member_id), text(member?.member_no)],
      ]
    })
  return csvOf(rl001Headings, rows)
}

export const exports = { ML001: ml001, PL001: pl001, RL001: rl001 }
