import type { SyncRun } from '#contract/club-sync.ts'
import { syncPartStates } from '#contract/words/club-sync.ts'
import { syncResources } from '#contract/words/sync-resources.ts'
import { cells, RowHead, ScrollTable, TableHead } from '~/components/report/scroll-table'
import { formatCount } from '~/lib/format'

const columns = [
  { label: '状態' },
  {
    label: '提供元',
    formula: '会員管理システムにある件数です。予約とレッスンは前後の期間、売上は取得した期間の件数です。',
  },
  {
    label: 'こちら',
    formula: 'そのうち、この製品に反映されている件数です。提供元との差は、対象外と失敗の件数です。',
  },
  { label: '新規' },
  { label: '変更' },
  { label: '変更なし' },
  { label: '固定', formula: 'ファイルの取り込みや手動の固定が優先されるため、変えなかった件数です。' },
  {
    label: '対象外',
    formula: '取り込まないスタジオ、対応付けが済んでいないスタジオ、取り込んでいない会員の件数です。',
  },
  { label: '失敗', formula: '反映できなかった件数です。理由は表の下にあります。' },
  {
    label: '消えた疑い',
    formula:
      '以前はあり、今回は提供元になかった件数です。会員は番号で確認し、少なければ退会に、多ければ「消えた会員」で判断を待ちます。ほかの項目は、疑いだけでは取消として扱いません。',
  },
]

type SyncPart = SyncRun['parts'][number]

/** Each resource of a run: how far it is, what became of its rows, and why some are not here. */
export function SyncParts({ parts }: { parts: readonly SyncPart[] }) {
  const told = parts.filter(({ sentence, reasons }) => sentence !== null || reasons.length > 0)
  return (
    <>
      <ScrollTable caption="取得する項目" className="max-h-none" isDense>
        <TableHead rows="項目" columns={columns} />
        <tbody>
          {parts.map((part) => (
            <tr key={part.resource}>
              <RowHead>{syncResources[part.resource]}</RowHead>
              <td className={cells.value}>{stateOf(part)}</td>
              <td className={cells.value}>{formatCount(part.theirTotal)}</td>
              <td className={cells.value}>
                <span className={part.failed > 0 ? 'font-semibold text-bad' : undefined}>
                  {formatCount(part.ourTotal)}
                </span>
              </td>
              {countsOf(part).map(([name, count]) => (
                <td key={name} className={cells.value}>
                  {part.state === 'waiting' ? '–' : formatCount(count)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      {told.length > 0 && (
        <section aria-label="反映していない理由" className="text-sm">
          <h3 className="font-semibold">反映していない理由</h3>
          <ul className="mt-2 space-y-1">
            {told.flatMap(({ resource, sentence, reasons }) => [
              ...(sentence ? [<li key={resource}>{`${syncResources[resource]}: ${sentence}`}</li>] : []),
              ...reasons.map(({ reason, rows }) => (
                <li key={`${resource} ${reason}`} className="wrap-anywhere">
                  {syncResources[resource]}: {reason}（{formatCount(rows)}件）
                </li>
              )),
            ])}
          </ul>
        </section>
      )}
    </>
  )
}

const countsOf = ({ created, updated, unchanged, locked, skipped, failed, goneSuspected }: SyncPart) =>
  Object.entries({ created, updated, unchanged, locked, skipped, failed, goneSuspected })

/** 取得中 with how much of it has come, as far as that is known. */
function stateOf({ state, calls, expectedCalls }: SyncPart): string {
  if (state !== 'running' || !expectedCalls) return syncPartStates[state]
  return `${syncPartStates.running} ${Math.floor((calls / Math.max(calls, expectedCalls)) * 100)}%`
}
