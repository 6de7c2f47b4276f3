import type { ColumnDraft } from '#contract/column.ts'
import { maxColumnText } from '#contract/rich-text.ts'
import { folded } from '../../db/records.ts'
import { columnText, contentColumn } from '../../db/schema/column.ts'
import { requireRichText } from '../../rules/rich-text.ts'
import { type AreaSeed, morningOf, writtenBy } from '../areas.ts'

interface ColumnSeed
  extends Pick<ColumnDraft, 'title' | 'lead' | 'category' | 'tags' | 'status'>,
    Partial<Pick<ColumnDraft, 'authorName' | 'supervisorName' | 'targetMoods'>> {
  paragraphs: readonly string[]
  /** Days from today. */
  written: number
  from?: number
}

const columns: readonly ColumnSeed[] = [
  {
    title: 'デスクワークの肩こりに効く、朝3分のストレッチ',
    lead: '椅子に座ったままできます。',
    category: 'exercise',
    authorName: '新宿店 トレーナー',
    targetMoods: ['happy', 'lazy'],
    tags: ['ストレッチ', '肩こり', '初心者'],
    status: 'active',
    written: -120,
    from: -118,
    paragraphs: [
      '両手を頭の後ろで組み、肘を大きく開いて胸を張ります。息を吐きながら5つ数えましょう。',
      '次に、肩をゆっくり後ろへ10回まわします。呼吸を止めないことが大切です。',
    ],
  },
  {
    title: 'はじめての筋トレ：週2回から続けるコツ',
    lead: '回数よりも、続けることを目標にします。',
    category: 'exercise',
    authorName: '新宿店 トレーナー',
    targetMoods: ['happy', 'lazy'],
    tags: ['筋トレ', '初心者'],
    status: 'active',
    written: -96,
    from: -95,
    paragraphs: [
      '最初の1か月は、翌日に疲れが残らない重さで十分です。',
      '同じ曜日、同じ時間に来館すると、習慣になりやすくなります。',
    ],
  },
  {
    title: 'たんぱく質は1食にどのくらい？',
    lead: '手のひら1枚分が目安です。',
    category: 'food',
    authorName: '本部 栄養チーム',
    supervisorName: '管理栄養士 三浦 恵',
    tags: ['たんぱく質', '食事'],
    status: 'active',
    written: -82,
    from: -80,
    paragraphs: ['肉や魚、卵、大豆製品を、毎食ひとつは選びましょう。運動の前後にこだわるより、1日の合計が大切です。'],
  },
  {
    title: '寝る前のスマートフォンと睡眠の質',
    lead: null,
    category: 'sleep',
    authorName: '本部 編集部',
    supervisorName: '睡眠指導士 岡田 誠',
    tags: ['睡眠', '習慣'],
    status: 'active',
    written: -70,
    from: -69,
    paragraphs: ['就寝の1時間前から画面を見る時間を減らすと、寝つきがよくなることがあります。'],
  },
  {
    title: '気分が乗らない日の「とりあえず着替える」',
    lead: '運動は気分転換のきっかけになります。',
    category: 'mind',
    authorName: '本部 編集部',
    supervisorName: '公認心理師 平野 葵',
    targetMoods: ['lazy', 'slump'],
    tags: ['メンタル', '習慣'],
    status: 'active',
    written: -61,
    from: -60,
    paragraphs: ['着替えて館内を10分歩くだけでもかまいません。終わったあとの気分を、次の日に思い出してください。'],
  },
  {
    title: '月経周期と運動：無理をしない目安',
    lead: '体調に合わせて強さを選びましょう。',
    category: 'womensHealth',
    authorName: '本部 編集部',
    supervisorName: '婦人科医 西村 香織',
    targetMoods: ['slump'],
    tags: ['女性の健康', '体調'],
    status: 'active',
    written: -55,
    from: -50,
    paragraphs: [
      'つらい日は、軽いストレッチや散歩に置きかえます。気になる症状が続くときは、医療機関にご相談ください。',
    ],
  },
  {
    title: '水分補給は「のどがかわく前」に',
    lead: null,
    category: 'food',
    authorName: '本部 栄養チーム',
    supervisorName: '管理栄養士 三浦 恵',
    tags: ['水分補給', '夏'],
    status: 'disabled',
    written: -140,
    from: -138,
    paragraphs: ['運動の30分前にコップ1杯、運動中は15分ごとにひと口が目安です。'],
  },
  {
    title: 'ランニングマシンの正しいフォーム',
    lead: '目線は3メートル先に。',
    category: 'exercise',
    authorName: '新宿店 トレーナー',
    targetMoods: ['happy', 'lazy'],
    tags: ['有酸素運動', 'フォーム'],
    status: 'active',
    written: -40,
    from: -39,
    paragraphs: ['手すりにつかまらず、歩幅は小さめに。かかとから着地し、足裏全体で体重を受けとめます。'],
  },
  {
    title: '年末年始に崩れた食生活を戻す3日間',
    lead: '減らすより、整えます。',
    category: 'food',
    authorName: '本部 栄養チーム',
    supervisorName: '管理栄養士 三浦 恵',
    tags: ['食事', '年末年始'],
    status: 'active',
    written: -6,
    from: 40,
    paragraphs: ['1日目は温かい汁物と野菜、2日目はたんぱく質、3日目は主食の量をいつもどおりに戻します。'],
  },
  {
    title: '階段を使う日と使わない日',
    lead: null,
    category: 'other',
    authorName: '本部 編集部',
    tags: ['習慣'],
    status: 'pending',
    written: -4,
    paragraphs: ['1日に3階分の階段を上り下りすると、早歩き10分ほどの運動になります。'],
  },
  {
    title: 'サウナのあとの「外気浴」で気をつけること',
    lead: '冬は体を冷やしすぎないように。',
    category: 'other',
    authorName: '本部 編集部',
    tags: ['サウナ', '冬'],
    status: 'pending',
    written: -2,
    paragraphs: ['汗をふいてから外に出て、5分を目安に中へ戻りましょう。水分補給も忘れずに。'],
  },
  {
    title: '睡眠時間は足りていますか：1週間の記録のつけ方',
    lead: '起きた時刻だけを書きます。',
    category: 'sleep',
    authorName: '本部 編集部',
    supervisorName: '睡眠指導士 岡田 誠',
    tags: ['睡眠', '記録'],
    status: 'active',
    written: -20,
    from: -18,
    paragraphs: ['同じ時刻に起きられた日に丸をつけます。丸が増えるほど、日中の眠気は減っていきます。'],
  },
]

/** Articles of the head office in every state; `until` is the data date, so today is the day after. */
export const seed: AreaSeed = async (tx, { until }) => {
  const at = (days: number) => morningOf(until, days)
  const rows = columns.map(({ paragraphs, written, from, ...one }, place) => {
    const { body, text } = requireRichText(
      paragraphs.map((words) => `<p>${words}</p>`).join(''),
      maxColumnText,
      'article',
    )
    const hasBeenPublic = one.status !== 'pending' && (from ?? written) < 0
    return {
      ...one,
      body,
      searchText: folded(one.title, one.lead, ...one.tags, text),
      textLength: text.length,
      sortOrder: place + 1,
      // Older articles have more reads.
      viewCount: hasBeenPublic ? Math.max(0, -written * (31 - place)) : 0,
      likeCount: hasBeenPublic ? Math.max(0, -written * (7 - (place % 6))) : 0,
      publishFrom: from === undefined ? null : at(from),
      ...writtenBy('head', at(written)),
    }
  })
  const made = await tx.insert(contentColumn).values(rows).returning()
  const texts = made.map(({ id, version, title, lead, body, updatedAt, updatedBy }) => ({
    ...{ columnId: id, version, title, lead, body },
    savedAt: updatedAt,
    savedBy: updatedBy,
  }))
  await tx.insert(columnText).values(texts)
}
