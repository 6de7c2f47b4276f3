import { Link } from '@tanstack/react-router'
import type { Import } from '#contract/file-import.ts'
import { importKinds } from '#contract/words/import.ts'
import { useCan, useMe } from '~/auth/session'
import { Button } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { notifyRefusal, useServerMutation } from '~/data/mutation'
import { takeImportAgain } from '~/functions/file-import'
import { ImportStateChip } from './labels'
import { isRunning } from './queries'
import { isUnchecked, nextOf, useOpenFile, useOpenFiles } from './queue'

/** The files that are sent and not imported, in their order, and the way to the next one. */
export function OpenFiles({ file }: { file?: Import }) {
  const me = useMe()
  const files = useOpenFiles()
  const { open, isOpening } = useOpenFile()
  const next = nextOf(files, file?.id)
  const others = files.filter(({ id }) => id !== file?.id)
  // Head office looks at somebody else's file: their own ones are no next step.
  if (others.length === 0 || (file && file.createdBy?.id !== me?.staff.id)) return null
  const isBusy = file !== undefined && isRunning(file.state)
  const rows = file?.state === 'checked' && file.result ? file.result.counts.created + file.result.counts.changed : 0
  const isLate =
    file?.state === 'checked' &&
    next !== undefined &&
    next.state !== 'failed' &&
    next.kind !== file.kind &&
    files.indexOf(next) < placeOf(files, file)
  return (
    <Card>
      <CardHeader>
        <CardTitle>取り込んでいないファイル</CardTitle>
        {next && !isBusy && (
          <Button
            variant={next.state === 'failed' || (rows > 0 && !isLate) ? 'outline' : 'primary'}
            aria-busy={isOpening || undefined}
            disabled={isOpening}
            onClick={() => void open(next)}
          >
            {next.state === 'failed' ? '中止したファイルを開く' : `${importKinds[next.kind]}のファイルへ進む`}
          </Button>
        )}
      </CardHeader>
      <CardContent>
        {isLate && (
          <p className="mb-3 text-sm text-warning">
            先に{importKinds[next.kind]}のファイルを取り込んでください。この{importKinds[file.kind]}
            は、そのあとに確認し直します。
          </p>
        )}
        <ol aria-label="取り込んでいないファイル" className="divide-y rounded-md border">
          {files.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
              <span className="min-w-24 text-muted-foreground">
                {one.state === 'failed' && one.counts === null ? '–' : importKinds[one.kind]}
              </span>
              {one.id === file?.id ? (
                <span aria-current="true" className="min-w-0 flex-1 font-medium wrap-anywhere">
                  {one.name}
                </span>
              ) : (
                <Link
                  to="/other-settings/imports/$importId"
                  params={{ importId: one.id }}
                  className="min-w-0 flex-1 font-medium text-primary underline underline-offset-4 wrap-anywhere"
                >
                  {one.name}
                </Link>
              )}
              {one.id === file?.id ? (
                <span className="text-muted-foreground">このファイル</span>
              ) : isUnchecked(one) ? (
                <span className="text-muted-foreground">確認前</span>
              ) : (
                <ImportStateChip state={one.state} />
              )}
            </li>
          ))}
        </ol>
      </CardContent>
    </Card>
  )
}

const placeOf = (files: readonly { id: string }[], file: { id: string }) => files.findIndex(({ id }) => id === file.id)

/** Of a file of members with their contracts: the contracts, without a second upload. */
export function AlsoContracts({ file }: { file: Import }) {
  const can = useCan()
  const again = useServerMutation(takeImportAgain, { invalidates: ['fileImport'] })
  const { open, isOpening } = useOpenFile()
  const { id, state, kind, result } = file
  const nothingLeft = state === 'checked' && result !== null && result.counts.created + result.counts.changed === 0
  if (kind !== 'member' || !result?.also?.includes('contract') || !can('import.run')) return null
  if (state !== 'written' && !nothingLeft) {
    return state === 'checked' ? (
      <p className="rounded-md bg-muted px-4 py-2.5 text-sm">
        このファイルには契約の列もあります。会員を取り込むと、続けて同じファイルの契約を取り込めます。
      </p>
    ) : null
  }
  const run = () => again.mutateAsync({ data: { id, kind: 'contract' } }).then(open, notifyRefusal)
  const isPending = again.isPending || isOpening
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-primary bg-accent px-4 py-3 text-accent-foreground">
      <p className="text-sm font-medium">このファイルには契約の列もあります。送信し直さずに取り込めます。</p>
      <Button aria-busy={isPending || undefined} disabled={isPending} onClick={() => void run()}>
        このファイルの契約も取り込む
      </Button>
    </div>
  )
}
