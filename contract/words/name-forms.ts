/**
 * Forms of characters that names are written with. Each group: the form that a search folds to, then its other forms.
 * Merged are forms of one character, not characters that only sound alike; 斉 and 斎 are the exception (decision 0064).
 * `fold_name_forms` in api/db/sql/030-search-text.sql has the same pairs; a test compares both.
 */

/** 旧字体 of the 常用漢字表 (平成22年内閣告示第2号, a public notice without copyright: 著作権法第13条). */
const oldForms = `
  万萬 与與 両兩 並竝 乗乘 乱亂 亀龜 予豫 争爭 亜亞 仏佛 仮假 会會 伝傳 体體 余餘 併倂 価價 倹儉 偽僞 児兒 党黨
  内內 円圓 冊册 写寫 処處 剣劍 剤劑 剰剩 励勵 労勞 効效 勅敕 勧勸 勲勳 区區 医醫 単單 即卽 却卻 厳嚴 参參 双雙
  収收 叙敍 台臺 号號 呉吳 営營 嘱囑 団團 囲圍 図圖 国國 圏圈 圧壓 堕墮 塁壘 塩鹽 増增 壊壞 壌壤 壮壯 声聲 壱壹
  売賣 変變 奥奧 奨奬獎 姉姊 姫姬 嬢孃 学學 宝寶 実實 寛寬 寝寢 対對 寿壽 専專 将將 尽盡 届屆 属屬 岳嶽 峡峽 巣巢
  巻卷 帯帶 帰歸 庁廰廳 広廣 廃廢 弁辨辯 弐貳 弥彌 弾彈 当當 径徑 従從 徳德 徴徵 応應 恋戀 恒恆 恵惠 悦悅 悩惱 悪惡
  惨慘 慎愼 懐懷 戦戰 戯戲 戸戶 戻戾 払拂 抜拔 択擇 担擔 拝拜 拠據 拡擴 挙擧舉 挟挾 挿插 捜搜 掲揭 揺搖 摂攝 撃擊
  数數 斉齊 断斷 旧舊 昼晝 晋晉 晩晚 暁曉 暦曆 曽曾 条條 来來 枢樞 栄榮 桜櫻 桟棧 検檢 楼樓 楽樂 概槪 様樣 権權
  横橫 欠缺 欧歐 歓歡 歩步 歯齒 歳歲 歴歷 残殘 殴毆 殻殼 毎每 気氣 没沒 沢澤 浄淨 浅淺 浜濱 涙淚 渇渴 済濟 渉涉
  渋澁 渓溪 温溫 湾灣 湿濕 満滿 滝瀧 滞滯 潜潛 瀬瀨 灯燈 炉爐 点點 為爲 焼燒 犠犧 状狀 独獨 狭狹 猟獵 献獻 獣獸
  瓶甁 産產 画畫 畳疊 痴癡 発發 盗盜 県縣 真眞 研硏 砕碎 礼禮 禅禪 秘祕 称稱 税稅 稲稻 穂穗 穏穩 窃竊 窓窗 竜龍
  粋粹 粛肅 糸絲 経經 絵繪 絶絕 継繼 続續 総總 緑綠 緒緖 縁緣 縄繩 縦縱 繊纖 缶罐 翻飜 聴聽 胆膽 脱脫 脳腦 臓臟
  舎舍 艶艷 芸藝 茎莖 荘莊 蔵藏 薫薰 薬藥 虚虛 虫蟲 蚕蠶 蛍螢 蛮蠻 衛衞 装裝 褒襃 覇霸 覚覺 覧覽 観觀 触觸 訳譯
  証證 誉譽 説說 読讀 謡謠 譲讓 豊豐 賛贊 践踐 転轉 軽輕 辞辭 辺邊 逓遞 遅遲 郎郞 郷鄕 酔醉 醸釀 釈釋 鉄鐵 鉱鑛
  銭錢 鋭銳 鋳鑄 錬鍊 録錄 鎮鎭 関關 閲閱 闘鬭 陥陷 険險 随隨 隠隱 隷隸 雑雜 霊靈 静靜 頼賴 顔顏 顕顯 飲飮 餅餠
  駅驛 駆驅 騒騷 験驗 髄髓 髪髮 鶏雞鷄 麦麥 麺麪麵 黄黃 黒黑 黙默 齢齡
`

/**
 * Unicode Han Database (Unihan) 15.0, © 1991–2022 Unicode, Inc., under the Unicode License (docs/unicode-license.txt):
 * all pairs of `kJinmeiyoKanji` (人名用漢字), and those of the variant fields that Japanese names have.
 */
const unihanForms = `
  亙亘 凛凜 園薗 堯尭 富冨 峰峯 島嶋 巖巌 晄晃 杯盃 槇槙 檜桧 涼凉 痩瘦 祿禄 禰祢 禱祷 穰穣 萠萌 遙遥 野埜 駆駈
  事亊 体軆 俠侠 値值 兎兔 写冩 函凾 刃刄 剝剥 剣劒 勲勛 厨廚 厩廐 叙敘 吉𠮷 哲喆 唇脣 嘘噓 回囘 国囯 塡填 奇竒
  奔犇 妬妒 婿壻 学斈 宜宐 宝寳 崎嵜﨑 帆颿 廻迴 弯彎 強强 彦彥 往徃 徳悳 怪恠 恥耻 憩憇 摑掴 教敎 昂昻 明朙 映暎
  村邨 柏栢 柳栁 査查 梅槑 梼檮 棋棊 楠枏 款欵 氷冰 汚汙污 決决 況况 浜濵 涛濤 淵渊 渋澀 減减 湊凑 濶闊 災灾 炯烱
  煙烟 熙熈 猪豬 珍珎 瑶瑤 璽壐 留畄 略畧 砧碪 砺礪 秋秌龝 稚穉 稜棱 穎頴 窓窻 竪豎 笋筍 篠筱 簞箪 籔薮藪 粘黏 糧粮
  綿緜 繊纎 繡綉 美羙 群羣 耕畊 肇肈 脈脉 脚腳 舗舖鋪 芦蘆 草艸 萊莱 葱蔥 蓋盖 蔣蒋 蕊蕋蘂 蛎蠣 蟬蝉 裏裡 覚斍 詠咏
  諡謚 躯軀 輒輙 迩邇 迪廸 逃迯 鉄銕 鉛鈆 鍬鍫 鎌鐮 間閒 陰隂 隣鄰 雁鴈 館舘 験騐 高髙 鵝鵞 麴麹 鼓皷鼔 𠮟叱
`

/** In neither, but in family registers or in what an IME offers. */
const furtherForms = `
  京亰 体躰 侭儘 俱倶 剣剱劔釼 卒卆 協恊 唖啞 善譱 喜㐂 噛嚙 嚢囊 国圀 土圡 壷壺 宜冝 尚尙 島嶌 廻廽 弐貮 掻搔 撹攪
  斉亝斎齋 昇曻 明眀 曳曵 最冣 朗朖 本夲 杉杦 松枩 枡桝 柳桺 桑桒 梅楳 楡榆 橋槗 欅﨔 淵渕 溌潑 準凖 潅灌 焰焔 熙煕
  爾尓 町甼 皐皋 秋穐 竃竈 籠篭 粗麁 繡繍 繫繋 翠翆 聡聰 聨聯 船舩 莵菟 蘇蘓 蝿蠅 蠟蝋 諌諫 賎賤 辺邉 達逹 遠逺
  醗醱 醬醤 鉄鉃鐡 閉閇 闘鬪 霊霛 靭靱 頚頸 頰頬 騨驒 鯵鰺 鴬鶯 鶴靍靎靏 鷗鴎 鹸鹼
`

/** Each other form with the one that it folds to. */
export const nameForms: ReadonlyMap<string, string> = new Map(
  `${oldForms}${unihanForms}${furtherForms}`
    .trim()
    .split(/\s+/)
    .flatMap((group) => {
      const [folded = '', ...forms] = group
      return forms.map((form) => [form, folded] as const)
    }),
)
