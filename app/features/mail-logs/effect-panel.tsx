import type { MailLog } from '#contract/mail.ts'
import { effectDays } from '#contract/words/mail.ts'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { formatDate } from '~/lib/dates'
import { formatPercent } from '~/lib/format'
import { people } from './labels'

type Effect = NonNullable<MailLog['effect']>

const cameOf = ({ people: all, came }: Effect['written']) =>
  `${people(all)}のうち ${people(came)}（${formatPercent(all === 0 ? null : came / all)}）`

/** Effect of a follow-up mail: visits of recipients and of others. */
export const EffectPanel = ({ effect: { until, isOver, written, others } }: { effect: Effect }) => (
  <Card>
    <CardHeader>
      <CardTitle>フォローの効果</CardTitle>
    </CardHeader>
    <CardContent>
      <p className="figures text-sm font-medium">
        送信した {cameOf(written)}が{effectDays}日以内に来館、送信しなかった {cameOf(others)}が来館しました。
      </p>
      <p className="figures mt-2 text-xs text-muted-foreground">
        {`${formatDate(until)}までの来館${isOver ? '（集計済）' : '（途中経過）'}。`}
        送信した人としなかった人は無作為に分けたものではないため、差のすべてがメールの効果とは限りません。
      </p>
    </CardContent>
  </Card>
)
