import type { MailTemplateDraft } from '#contract/mail-template.ts'
import { maxMailText } from '#contract/mail-text.ts'
import { folded } from '../../db/records.ts'
import { mailTemplate } from '../../db/schema/mail-template.ts'
import { requireRichText } from '../../rules/rich-text.ts'
import { type AreaSeed, morningOf, writtenBy } from '../areas.ts'
import { shopsOf } from '../club.ts'

interface TemplateSeed extends Pick<MailTemplateDraft, 'name' | 'category' | 'subject' | 'body' | 'status'> {
  /** The index of its shop in the chain; absent: 共通. */
  shop?: number
  by: 'head' | 'manager' | 'owner'
  /** Days from today. */
  written: number
}

const paragraphs = (...lines: string[]) => lines.map((line) => `<p>${line}</p>`).join('')
const list = (...items: string[]) => `<ul>${items.map((item) => `<li><p>${item}</p></li>`).join('')}</ul>`
const dear = '<p>{{会員氏名}} 様</p>'

const templates: readonly TemplateSeed[] = [
  {
    name: '入会のお礼と初回のご案内',
    category: 'transactional',
    subject: '【{{店舗名}}】ご入会ありがとうございます',
    body: `${dear}${paragraphs('このたびは{{店舗名}}にご入会いただき、ありがとうございます。ご契約のプランは「{{プラン名}}」です。')}<h3>はじめてご来館になる日</h3>${list('室内用のシューズ、タオル、飲み物をお持ちください。', '受付でスタッフにお声がけください。マシンの使い方を30分ほどでご案内します。', '体調のすぐれないときは、日をあらためてご来館ください。')}${paragraphs('ご不明な点は、受付またはお電話でお気軽にお尋ねください。')}`,
    status: 'active',
    by: 'head',
    written: -210,
  },
  {
    name: '会費の口座振替ができなかったとき',
    category: 'transactional',
    subject: '【{{店舗名}}】会費のお支払いのお願い',
    body: `${dear}${paragraphs('いつもご利用いただきありがとうございます。今月分の会費（{{プラン名}}）について、口座振替の確認ができませんでした。', '恐れ入りますが、次回のご来館の際に受付でお支払いください。現金とクレジットカードをご利用いただけます。', '行き違いでお手続きがお済みの場合は、ご容赦ください。')}`,
    status: 'active',
    by: 'head',
    written: -180,
  },
  {
    name: '休会期間の終了のお知らせ',
    category: 'transactional',
    subject: '【{{店舗名}}】まもなく休会期間が終わります',
    body: `${dear}${paragraphs('休会期間が今月末で終わり、来月1日から「{{プラン名}}」でのご利用を再開いただけます。', '休会の延長や退会をご希望の場合は、今月10日までに受付でお手続きください。', 'またお会いできる日を、スタッフ一同お待ちしています。')}`,
    status: 'active',
    by: 'head',
    written: -150,
  },
  {
    name: '新宿店 臨時休館のお知らせ',
    category: 'transactional',
    subject: '【{{店舗名}}】設備点検による臨時休館のお知らせ',
    body: `${dear}${paragraphs('空調設備の点検のため、<strong>来週の水曜日は終日休館</strong>いたします。予約されていたクラスは取り消され、チケットは自動でお戻しします。', 'ご迷惑をおかけしますが、ご理解をお願いいたします。')}`,
    status: 'disabled',
    shop: 0,
    by: 'manager',
    written: -64,
  },
  {
    name: 'しばらくご来館のない方へ',
    category: 'followUp',
    subject: '{{会員氏名}}様、お変わりありませんか',
    body: `${dear}${paragraphs('{{店舗名}}です。前回のご来館は{{最終来館日}}でした。お忙しい毎日をお過ごしのことと思います。')}<h3>15分からの再開メニュー</h3>${list('ストレッチエリアで体をほぐす（5分）', 'バイクをゆっくりこぐ（10分）')}${paragraphs('お着替えだけ、お風呂だけのご利用も歓迎です。体調や時間のことで続けにくいときは、スタッフが一緒に予定を考えます。')}`,
    status: 'active',
    by: 'head',
    written: -120,
  },
  {
    name: '入会1か月のふり返り',
    category: 'followUp',
    subject: '{{会員氏名}}様、入会から1か月がたちました',
    body: `${dear}${paragraphs('ご入会から1か月、いかがお過ごしですか。最近のご来館は{{最終来館日}}です。', '同じ曜日、同じ時間に来館すると、習慣になりやすくなります。次の予定を手帳に書いておくこともおすすめです。', 'フォームの確認やメニューの見直しは無料です。受付で「1か月の相談」とお申し付けください。')}`,
    status: 'active',
    by: 'head',
    written: -96,
  },
  {
    name: 'チケットの残数のお知らせ',
    category: 'followUp',
    subject: '【{{店舗名}}】チケットが{{チケット残数}}枚残っています',
    body: `${dear}${paragraphs('お持ちのチケットは、あと{{チケット残数}}枚ご利用いただけます。有効期限は会員ページでご確認ください。', '週末のクラスは満席になりやすいため、お早めのご予約をおすすめします。')}`,
    status: 'pending',
    by: 'head',
    written: -20,
  },
  {
    name: '春のお友達紹介キャンペーン',
    category: 'marketing',
    subject: '春のお友達紹介キャンペーンのご案内',
    body: `${dear}${paragraphs('お友達やご家族をご紹介いただくと、ご紹介者とご入会された方の<strong>翌月の会費が半額</strong>になります。')}${list('対象: 4月1日から5月31日までにご入会の方', '方法: ご入会の際に、会員番号とお名前を受付でお伝えください。')}${paragraphs('キャンペーンの案内を希望されない場合は、<u>このメールの下のアドレス</u>から配信を停止できます。')}`,
    status: 'disabled',
    by: 'head',
    written: -240,
  },
  {
    name: '新宿店 夜のスタジオプログラム',
    category: 'marketing',
    subject: '【{{店舗名}}】21時台のヨガとピラティスが始まります',
    body: `${dear}${paragraphs('お仕事帰りの方からのご要望にお応えして、平日21時台に2つのプログラムを加えます。')}${list('火曜 21:15 リラックスヨガ（45分）', '木曜 21:15 はじめてのピラティス（45分）')}${paragraphs('初回はマットを無料でお貸しします。ご予約は会員ページまたは受付で承ります。')}`,
    status: 'active',
    shop: 0,
    by: 'manager',
    written: -31,
  },
  {
    name: '大宮店 キッズダンス体験会',
    category: 'marketing',
    subject: '【{{店舗名}}】キッズダンス体験会のご案内（小学生対象）',
    body: `${dear}${paragraphs('小学生のお子さまを対象に、キッズダンスの体験会を開きます。ダンスがはじめてのお子さまも楽しめる内容です。', '動きやすい服装と室内用のシューズをご用意ください。見学だけのご参加も歓迎します。')}`,
    status: 'pending',
    shop: 4,
    by: 'owner',
    written: -5,
  },
]

/** The demo's mail templates: of every kind and in every state, common and of shops. */
export const seed: AreaSeed = async (tx, { until, shopCount }) => {
  const shops = shopsOf(shopCount)
  const rows = templates.flatMap(({ shop, by, written, body: html, ...one }) => {
    // A smaller chain has no such shop.
    if (shop !== undefined && shop >= shopCount) return []
    const { body, text } = requireRichText(html, maxMailText)
    return {
      ...one,
      body,
      fromName: ['からだクラブ', shop === undefined ? undefined : shops[shop]?.name].filter(Boolean).join(' '),
      replyTo: null,
      footer: '{{店舗名}} スタッフ一同',
      targetScope: shop === undefined ? ('all' as const) : ('shops' as const),
      targetShopIds: shop === undefined ? [] : [shop + 1],
      searchText: folded(one.name, one.subject, text),
      ...writtenBy(by, morningOf(until, written)),
    }
  })
  await tx.insert(mailTemplate).values(rows)
}
