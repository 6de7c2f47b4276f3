-- Normalisation of text for search and sorting. A change rebuilds the members list (210) and other stored texts (215).

-- One form of each character of names, from the table of contract/words/name-forms.ts, and nothing that has no width:
-- joiners, marks of direction, selectors of variants. Few texts contain any, and `translate` reads its table for each
-- letter, so that all others are only looked through.
create or replace function fold_name_forms(value text) returns text language plpgsql immutable strict parallel safe as $$
declare
  forms constant text := '萬與兩竝乘亂龜豫爭亞佛假會傳體餘倂價儉僞兒黨內圓册寫處劍劑剩勵勞效敕勸勳區醫單卽卻嚴參雙收敍臺號吳營囑團圍圖國圈壓墮壘鹽增壞壤壯聲壹賣變奧奬獎姊姬孃學寶實寬寢對壽專將盡屆屬嶽峽巢卷帶歸廰廳廣廢辨辯貳彌彈當徑從德徵應戀恆惠悅惱惡慘愼懷戰戲戶戾拂拔擇擔拜據擴擧舉挾插搜揭搖攝擊數齊斷舊晝晉晚曉曆曾條來樞榮櫻棧檢樓樂槪樣權橫缺歐歡步齒歲歷殘毆殼每氣沒澤淨淺濱淚渴濟涉澁溪溫灣濕滿瀧滯潛瀨燈爐點爲燒犧狀獨狹獵獻獸甁產畫疊癡發盜縣眞硏碎禮禪祕稱稅稻穗穩竊窗龍粹肅絲經繪絕繼續總綠緖緣繩縱纖罐飜聽膽脫腦臟舍艷藝莖莊藏薰藥虛蟲蠶螢蠻衞裝襃霸覺覽觀觸譯證譽說讀謠讓豐贊踐轉輕辭邊遞遲郞鄕醉釀釋鐵鑛錢銳鑄鍊錄鎭關閱鬭陷險隨隱隸雜靈靜賴顏顯飮餠驛驅騷驗髓髮雞鷄麥麪麵黃黑默齡亘凜薗尭冨峯嶋巌晃盃槙桧凉瘦禄祢祷穣萌遥埜駈亊軆侠值兔冩凾刄剥劒勛廚廐敘𠮷喆脣噓囘囯填竒犇妒壻斈宐寳嵜﨑颿迴彎强彥徃悳恠耻憇掴敎昻朙暎邨栢栁查槑檮棊枏欵冰汙污决况濵濤渊澀减凑闊灾烱烟熈豬珎瑤壐畄畧碪礪秌龝穉棱頴窻豎筍筱箪薮藪黏粮緜纎綉羙羣畊肈脉腳舖鋪蘆艸莱蔥盖蒋蕋蘂蠣蝉裡斍咏謚軀輙邇廸迯銕鈆鍫鐮閒隂鄰鴈舘騐髙鵞麹皷鼔叱亰躰儘倶剱劔釼卆恊啞譱㐂嚙囊圀圡壺冝尙嶌廽貮搔攪亝斎齋曻眀曵冣朖夲杦枩桝桺桒楳榆槗﨔渕潑凖灌焔煕尓甼皋穐竈篭麁繍繋翆聰聯舩菟蘓蠅蝋諫賤邉逹逺醱醤鉃鐡閇鬪霛靱頸頬驒鰺鶯靍靎靏鴎鹼';
  common constant text := '万与両並乗乱亀予争亜仏仮会伝体余併価倹偽児党内円冊写処剣剤剰励労効勅勧勲区医単即却厳参双収叙台号呉営嘱団囲図国圏圧堕塁塩増壊壌壮声壱売変奥奨奨姉姫嬢学宝実寛寝対寿専将尽届属岳峡巣巻帯帰庁庁広廃弁弁弐弥弾当径従徳徴応恋恒恵悦悩悪惨慎懐戦戯戸戻払抜択担拝拠拡挙挙挟挿捜掲揺摂撃数斉断旧昼晋晩暁暦曽条来枢栄桜桟検楼楽概様権横欠欧歓歩歯歳歴残殴殻毎気没沢浄浅浜涙渇済渉渋渓温湾湿満滝滞潜瀬灯炉点為焼犠状独狭猟献獣瓶産画畳痴発盗県真研砕礼禅秘称税稲穂穏窃窓竜粋粛糸経絵絶継続総緑緒縁縄縦繊缶翻聴胆脱脳臓舎艶芸茎荘蔵薫薬虚虫蚕蛍蛮衛装褒覇覚覧観触訳証誉説読謡譲豊賛践転軽辞辺逓遅郎郷酔醸釈鉄鉱銭鋭鋳錬録鎮関閲闘陥険随隠隷雑霊静頼顔顕飲餅駅駆騒験髄髪鶏鶏麦麺麺黄黒黙齢亙凛園堯富峰島巖晄杯槇檜涼痩祿禰禱穰萠遙野駆事体俠値兎写函刃剝剣勲厨厩叙吉哲唇嘘回国塡奇奔妬婿学宜宝崎崎帆廻弯強彦往徳怪恥憩摑教昂明映村柏柳査梅梼棋楠款氷汚汚決況浜涛淵渋減湊濶災炯煙熙猪珍瑶璽留略砧砺秋秋稚稜穎窓竪笋篠簞籔籔粘糧綿繊繡美群耕肇脈脚舗舗芦草萊葱蓋蔣蕊蕊蛎蟬裏覚詠諡躯輒迩迪逃鉄鉛鍬鎌間陰隣雁館験高鵝麴鼓鼓𠮟京体侭俱剣剣剣卒協唖善喜噛嚢国土壷宜尚島廻弐掻撹斉斉斉昇明曳最朗本杉松枡柳桑梅楡橋欅淵溌準潅焰熙爾町皐秋竃籠粗繡繫翠聡聨船莵蘇蝿蠟諌賎辺達遠醗醬鉄鉄閉闘霊靭頚頰騨鯵鴬鶴鶴鶴鷗鹸';
  widthless constant text := '\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff\ufe00-\ufe0f\U000e0100-\U000e01ef';
begin
  if value !~ ('[' || forms || widthless || ']') then return value; end if;
  return regexp_replace(translate(value, forms, common), '[' || widthless || ']', '', 'g');
end $$;

-- NFKC, lower case, hiragana as katakana, one form of each character of names and of 〜 and quotes, ヶ and ヵ as ケ and カ;
-- without spaces, hyphens, long marks and middle dots. The same as `foldText` in contract/fold-text.ts. Qualified with
-- the schema, because triggers and indexes call it without a search path.
create or replace function fold_text(value text) returns text language sql immutable parallel safe as $$
  select public.fold_name_forms(translate(lower(normalize(value, nfkc)),
    e'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ〜∼‘’‛′“”‟ヵヶ \t-‐‒–—―−─━ー・',
    'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴカケ~~''''''''"""カケ'))
$$;

-- The order of a Japanese telephone book: voiced and small letters beside their plain ones, surname before first name.
create or replace function kana_order(value text) returns text language sql immutable parallel safe as $$
  select translate(fold_text(value),
    'ァアィイゥウヴェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲン',
    'AABBCCCDDEEFFGGHHIIJJKKLLMMNNOOPPQQRRRSSTTUVWXYZZZaaabbbcccdddefghijjkkllmnopqrrstuv')
$$;

-- Every substring of `length` letters in a text, each once, for a GIN index that finds any part of a word. Qualified
-- with the schema, because indexes are built without a search path.
create or replace function text_grams(value text, length integer) returns text[] language sql immutable parallel safe as $$
  select array(select distinct substr(value, at, length) from generate_series(1, char_length(value) - length + 1) as at)
$$;
