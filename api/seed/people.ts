import type { Random } from './random.ts'

type Name = readonly [written: string, kana: string, latin: string]

const names = (list: string): readonly Name[] =>
  list
    .trim()
    .split(/\s+/)
    .map((entry) => {
      const [written = '', kana = '', latin = ''] = entry.split('/')
      return [written, kana, latin]
    })

const lastNames = names(`
佐藤/サトウ/sato 鈴木/スズキ/suzuki 高橋/タカハシ/takahashi 田中/タナカ/tanaka 伊藤/イトウ/ito 渡辺/ワタナベ/watanabe
山本/ヤマモト/yamamoto 中村/ナカムラ/nakamura 小林/コバヤシ/kobayashi 加藤/カトウ/kato 吉田/ヨシダ/yoshida 山田/ヤマダ/yamada
佐々木/ササキ/sasaki 山口/ヤマグチ/yamaguchi 松本/マツモト/matsumoto 井上/イノウエ/inoue 木村/キムラ/kimura 林/ハヤシ/hayashi
斎藤/サイトウ/saito 清水/シミズ/shimizu 山崎/ヤマザキ/yamazaki 森/モリ/mori 池田/イケダ/ikeda 橋本/ハシモト/hashimoto
阿部/アベ/abe 石川/イシカワ/ishikawa 山下/ヤマシタ/yamashita 中島/ナカジマ/nakajima 石井/イシイ/ishii 小川/オガワ/ogawa
前田/マエダ/maeda 岡田/オカダ/okada 長谷川/ハセガワ/hasegawa 藤田/フジタ/fujita 後藤/ゴトウ/goto 近藤/コンドウ/kondo
村上/ムラカミ/murakami 遠藤/エンドウ/endo 青木/アオキ/aoki 坂本/サカモト/sakamoto 西村/ニシムラ/nishimura 福田/フクダ/fukuda
太田/オオタ/ota 三浦/ミウラ/miura 藤井/フジイ/fujii 岡本/オカモト/okamoto 松田/マツダ/matsuda 中川/ナカガワ/nakagawa
中野/ナカノ/nakano 原田/ハラダ/harada 小野/オノ/ono 田村/タムラ/tamura 竹内/タケウチ/takeuchi 金子/カネコ/kaneko
和田/ワダ/wada 中山/ナカヤマ/nakayama 石田/イシダ/ishida 上田/ウエダ/ueda 森田/モリタ/morita 柴田/シバタ/shibata
酒井/サカイ/sakai 工藤/クドウ/kudo 横山/ヨコヤマ/yokoyama 宮崎/ミヤザキ/miyazaki 宮本/ミヤモト/miyamoto 内田/ウチダ/uchida
高木/タカギ/takagi 安藤/アンドウ/ando 谷口/タニグチ/taniguchi 大野/オオノ/ono 丸山/マルヤマ/maruyama 今井/イマイ/imai
河野/コウノ/kono 藤原/フジワラ/fujiwara 小島/コジマ/kojima 久保/クボ/kubo 増田/マスダ/masuda 平野/ヒラノ/hirano
新井/アライ/arai 菅原/スガワラ/sugawara 千葉/チバ/chiba 野口/ノグチ/noguchi 渡邊/ワタナベ/watanabe 髙橋/タカハシ/takahashi
東/アズマ/azuma 辻/ツジ/tsuji 原/ハラ/hara 関/セキ/seki 南/ミナミ/minami 勅使河原/テシガワラ/teshigawara
五十嵐/イガラシ/igarashi 小笠原/オガサワラ/ogasawara 久保田/クボタ/kubota 大久保/オオクボ/okubo 宇都宮/ウツノミヤ/utsunomiya`)

const womensNames = names(`
陽子/ヨウコ/yoko 恵子/ケイコ/keiko 由美子/ユミコ/yumiko 明美/アケミ/akemi 久美子/クミコ/kumiko 智子/トモコ/tomoko
裕子/ユウコ/yuko 真由美/マユミ/mayumi 直美/ナオミ/naomi 美香/ミカ/mika 愛/アイ/ai 彩/アヤ/aya 麻衣/マイ/mai
恵/メグミ/megumi 美咲/ミサキ/misaki 葵/アオイ/aoi 結衣/ユイ/yui 陽菜/ヒナ/hina 莉子/リコ/riko 千尋/チヒロ/chihiro
香織/カオリ/kaori 亜希子/アキコ/akiko さくら/サクラ/sakura 美穂/ミホ/miho 沙織/サオリ/saori 茜/アカネ/akane
友美/トモミ/tomomi 里奈/リナ/rina 佳奈/カナ/kana 奈々/ナナ/nana ひかり/ヒカリ/hikari 七海/ナナミ/nanami
早紀/サキ/saki 節子/セツコ/setsuko 和子/カズコ/kazuko 幸子/サチコ/sachiko 京子/キョウコ/kyoko 典子/ノリコ/noriko
めぐみ/メグミ/megumi 詩織/シオリ/shiori 桜子/サクラコ/sakurako 凛/リン/rin`)

const mensNames = names(`
誠/マコト/makoto 浩/ヒロシ/hiroshi 隆/タカシ/takashi 健一/ケンイチ/kenichi 大輔/ダイスケ/daisuke 直樹/ナオキ/naoki
翔太/ショウタ/shota 健太/ケンタ/kenta 拓也/タクヤ/takuya 達也/タツヤ/tatsuya 哲也/テツヤ/tetsuya 和也/カズヤ/kazuya
雄太/ユウタ/yuta 亮/リョウ/ryo 剛/ツヨシ/tsuyoshi 学/マナブ/manabu 聡/サトシ/satoshi 修/オサム/osamu
博之/ヒロユキ/hiroyuki 秀樹/ヒデキ/hideki 正樹/マサキ/masaki 英明/ヒデアキ/hideaki 蓮/レン/ren 大翔/ヒロト/hiroto
悠斗/ユウト/yuto 陸/リク/riku 颯太/ソウタ/sota 海斗/カイト/kaito 駿/シュン/shun 涼介/リョウスケ/ryosuke
慎太郎/シンタロウ/shintaro 龍之介/リュウノスケ/ryunosuke 幸雄/ユキオ/yukio 茂/シゲル/shigeru 清/キヨシ/kiyoshi
勇気/ユウキ/yuki 康平/コウヘイ/kohei 祐介/ユウスケ/yusuke 圭/ケイ/kei 俊/シュン/shun`)

/** The shortest and longest names that screens must support: 2 and 20 characters. */
const extremeNames: readonly { last: Name; first: Name; gender: Gender }[] = [
  { last: ['林', 'ハヤシ', 'hayashi'], first: ['凛', 'リン', 'rin'], gender: 'female' },
  { last: ['原', 'ハラ', 'hara'], first: ['亮', 'リョウ', 'ryo'], gender: 'male' },
  {
    last: ['フェルナンデス・ガルシア', 'フェルナンデス ガルシア', 'fernandez'],
    first: ['マリア・イザベラ', 'マリア イザベラ', 'maria'],
    gender: 'female',
  },
  {
    last: ['グエン・ヴァン', 'グエン ヴァン', 'nguyen'],
    first: ['クリストファー・アンドレア', 'クリストファー アンドレア', 'christopher'],
    gender: 'male',
  },
]

export type Gender = 'male' | 'female' | 'none'

export interface Person {
  lastName: string
  firstName: string
  lastNameKana: string
  firstNameKana: string
  email: string
  tel: string
  gender: Gender
}

/** A person with a Japanese name; `number` makes their e-mail address and telephone number unique. */
export function personOf(random: Random, number: number): Person {
  const extreme = number % 400 < extremeNames.length ? extremeNames[number % 400] : undefined
  const gender =
    extreme?.gender ??
    random.weighted<Gender>([
      ['female', 52],
      ['male', 46],
      ['none', 2],
    ])
  const last = extreme?.last ?? random.pick(lastNames)
  const first = extreme?.first ?? random.pick(gender === 'male' ? mensNames : womensNames)
  return {
    lastName: last[0],
    firstName: first[0],
    lastNameKana: last[1],
    firstNameKana: first[1],
    email: `${last[2]}.${first[2]}${number}@example.jp`,
    // No carrier is assigned 090-0, so no real telephone rings.
    tel: `0900${String((number * 7919) % 10_000_000).padStart(7, '0')}`,
    gender,
  }
}
