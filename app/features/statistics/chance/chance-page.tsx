import type { ReactNode } from 'react'
import { FigureTable } from '~/components/report/figure-table'
import { Panel } from '~/components/report/panel'
import { ScreenHead } from '~/components/screen-head'

/** In how many of 100 simulated clubs one shop's own page reported a change, at a variance of 1 and 2 × mean (decision 0094). */
const found: readonly (readonly [change: string, shop: string, calm: number, restless: number])[] = [
  ['来館が15%減り、2週続く', '会員1,000名', 94, 72],
  ['来館が25%減り、2週続く', '会員400名', 99, 84],
  ['来館が35%減り、2週続く', '会員150名', 98, 83],
  ['退会が2倍になり、2か月続く', '退会が月25名', 81, 46],
  ['退会が3倍になり、9週続く', '退会が月25名', 98, 72],
  ['月の途中の1週間に40名が退会', '会員640名', 100, 100],
]

/** How the product tells a difference from chance, for who acts on it (docs/domain.md, "How chance is judged"). */
export function ChancePage() {
  return (
    <div className="mx-auto max-w-3xl px-4 pt-4 pb-12 sm:px-6">
      <ScreenHead title="偶然の見分け方" />
      <div className="mt-4 space-y-4">
        <Part title="なぜ見分けるのか">
          <p>
            会員が400名の店舗では、何も起きていなくても、退会は月に6名のことも14名のこともあります。偶然の差に理由を付けて手を打つと、効かなかった改善アクションが効いたように見えます。そこでこの製品は、偶然では説明できない差だけに、順位や理由を付けます。
          </p>
        </Part>
        <Part title="幅（95%）と参考値">
          <p>
            率や金額の下の幅は、同じ実力でも偶然に出る範囲です。同じことを100回数えると、95回はこの範囲に入ります。幅は、数えた人数が少ないほど広くなります。
          </p>
          <ul className="list-disc space-y-1 pl-5">
            <li>同じ会員の12か月は、12名ではなく1名として数えます（実働率）。</li>
            <li>
              レッスンの稼働率は、席ではなく1回のレッスンを1件と数え、同じ枠の週どうしが似ることも考えに入れます。
            </li>
            <li>予測LTVの幅は、会員の人数ではなく、退会した人数で決まります。</li>
            <li>20名未満で計算した数字は参考値です。終わっていない月の率に幅はありません。</li>
          </ul>
        </Part>
        <Part title="順位と「差は偶然の範囲です」">
          <p>
            店舗が多いほど、偶然だけでも、どこかの店舗が良く、どこかの店舗が悪く見えます。選べる店舗やグループの数を考えに入れ、それでも偶然では説明できない差にだけ、順位とLTVの差の理由を付けます。実力が同じ店舗に順位が付くことは、100回に5回までです。
          </p>
        </Part>
        <Part title="「なぜ」">
          <p>
            退会・退会率・入会の変化は、全体と内訳のそれぞれについて偶然の範囲かどうかを示します。「偶然の範囲です」と書かれた内訳は、原因と考えないでください。来館と金額の変化は、偶然かどうかを判定していません。
          </p>
        </Part>
        <Part title="キャンペーンの採算">
          <p>
            キャンペーンを利用した方は、キャンペーンがなくても入会したかもしれません。そこで、その期間のすべての入会を前の年の同じ月と比べ、ほかの月のばらつきより大きな差だけを効果とします。模擬の店舗で確かめたところ、効果のないキャンペーンを「増えた」または「減った」と誤ることは100回に5回まで、月に120名が入会する店舗で3か月続けて入会が1.5倍になったときに見つけた割合は4回に3回でした。
          </p>
        </Part>
        <Part title="月曜の一枚">
          <p>
            入会・退会・来館・売上を、曜日・祝日・休館日・月末月初と、その店舗の過去2年の動きから予想し、偶然では説明できない変化だけをお知らせします。模擬の店舗で確かめたところ、何も起きていない1店舗への誤ったお知らせは、2年に1回より少ない回数でした。本当の変化を見つけた割合は、次のとおりです。
          </p>
          <FigureTable
            caption="月曜の一枚が変化を見つけた割合"
            head="変化"
            rows={found}
            keyOf={([change]) => change}
            nameOf={([change]) => change}
            columns={[
              { label: '店舗', value: ([, shop]) => shop },
              { label: '動きの小さい店舗', value: ([, , calm]) => `${calm}%` },
              { label: '動きの大きい店舗', value: ([, , , restless]) => `${restless}%` },
            ]}
          />
          <p>
            1店舗のお知らせの場合です。天候の影響が続く時期、開店から14か月まで、店舗数の多いお知らせでは、見つける割合が下がります。お知らせがないことは、変化がないことの証明ではありません。
          </p>
        </Part>
      </div>
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Panel title={title}>
    <div className="space-y-3 text-sm">{children}</div>
  </Panel>
)
