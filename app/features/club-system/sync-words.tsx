import type { SyncRuns } from '#contract/club-sync.ts'
import { translatedFields } from '#contract/words/club-sync.ts'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { NativeSelect } from '~/components/ui/native-select'
import { notifyRefusal, useServerMutation } from '~/data/mutation'
import { answerClubSystemWord } from '~/functions/club-system'
import { formatCount } from '~/lib/format'

type UnknownWord = SyncRuns['words'][number]

/** Words of the club system that are unknown here, each with what it means; saved as it is chosen. */
export const SyncWords = ({ words }: { words: readonly UnknownWord[] }) => (
  <Card>
    <CardHeader>
      <CardTitle>意味の分からない値</CardTitle>
    </CardHeader>
    <CardContent className="space-y-3">
      <p className="text-sm text-muted-foreground">
        会員管理システムの次の値は、この製品にありません。意味を選ぶと、次の同期から反映します。選ぶまでは仮の値で扱うか、反映しません。
      </p>
      <ul className="divide-y text-sm">
        {words.map((word) => (
          <Word key={`${word.field} ${word.word}`} word={word} />
        ))}
      </ul>
    </CardContent>
  </Card>
)

function Word({ word: { field, word, rows, answer } }: { word: UnknownWord }) {
  const save = useServerMutation(answerClubSystemWord, { invalidates: ['clubSystem.runs'], done: '保存しました。' })
  const { label, words } = translatedFields[field]
  const choose = async (value: string) => {
    try {
      await save.mutateAsync({ data: { field, word, answer: value || null } })
    } catch (error) {
      notifyRefusal(error)
    }
  }
  return (
    <li className="grid items-center gap-x-4 gap-y-2 py-3 sm:grid-cols-2">
      <span className="min-w-0 wrap-anywhere">
        <span className="text-muted-foreground">{label}</span> <span className="font-medium">「{word}」</span>{' '}
        <span className="figures text-muted-foreground">{formatCount(rows)}件</span>
      </span>
      <NativeSelect
        className="w-full"
        aria-label={`${label}「${word}」の意味`}
        value={save.isPending ? (save.variables.data.answer ?? '') : (answer ?? '')}
        disabled={save.isPending}
        onChange={({ target }) => void choose(target.value)}
      >
        <option value="">未回答</option>
        {Object.entries(words).map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </NativeSelect>
    </li>
  )
}
