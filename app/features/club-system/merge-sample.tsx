import type { MergeSample as Sample } from '#contract/club-merge.ts'
import { Fact, Facts } from '~/components/record/facts'
import { formatDateTime } from '~/lib/dates'
import { formatCount, formatPercent, formatYen } from '~/lib/format'

/** A sample of both sides: how well they agree, and what would count twice. */
export function MergeSample({
  sample: { at, theirMembers, ourMembers, people, contracts, sales },
}: {
  sample: Sample
}) {
  const share = people.read === 0 ? null : people.byNumber / people.read
  const month = `${sales.month.slice(0, 4)}年${Number(sales.month.slice(5, 7))}月`
  return (
    <section aria-label="一部を比べた結果" className="space-y-3">
      <p className="text-muted-foreground">
        <span className="figures">{formatDateTime(at)}</span>に、会員{formatCount(people.read)}名と
        {formatCount(contracts.members)}名の契約、{month}の売上
        {sales.isCut && '（先頭の一部）'}を比べました。
      </p>
      <Facts>
        <Fact label="会員">
          提供元 {formatCount(theirMembers)}名、こちら {formatCount(ourMembers)}名
        </Fact>
        <Fact label="番号で一致">
          {formatCount(people.byNumber)}名（{formatPercent(share)}）
        </Fact>
        <Fact label="二重になるおそれのある会員">
          {formatCount(people.alike)}名
          {people.refused > 0 && `（ほかに、番号が同じ別人 ${formatCount(people.refused)}名）`}
        </Fact>
        <Fact label="提供元だけの会員">{formatCount(people.onlyThere)}名</Fact>
        <Fact label="契約">
          一致 {formatCount(contracts.same)}件、提供元だけ {formatCount(contracts.onlyThere)}件、契約中が二重になる会員{' '}
          {formatCount(contracts.doubled)}名
        </Fact>
        <Fact label={`${month}の売上`}>
          一致 {formatCount(sales.same)}件（{formatYen(sales.sameYen)}）、提供元だけ {formatCount(sales.onlyThere)}件（
          {formatYen(sales.onlyThereYen)}）
          {!sales.isCut && `、こちらだけ ${formatCount(sales.onlyHere)}件（${formatYen(sales.onlyHereYen)}）`}
        </Fact>
      </Facts>
    </section>
  )
}
