import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Import, ImportAnswers, ImportResult, ImportRow } from '#contract/file-import.ts'
import {
  blankRules,
  type ImportKind,
  importKinds,
  mostMendedCells,
  type TranslatedColumn,
  translatedColumns,
} from '#contract/words/import.ts'
import { importColumns, wordsOfColumns } from '#contract/words/import-columns.ts'
import { genders } from '#contract/words/member.ts'
import { roleLevels } from '#contract/words/staff.ts'
import { employmentTypes } from '#contract/words/staff-record.ts'
import { useMe } from '~/auth/session'
import { ChoiceSwitch } from '~/components/choice-switch'
import { TabPages } from '~/components/record/tab-pages'
import { TabState } from '~/components/record/tab-state'
import { ScrollBox } from '~/components/scroll-box'
import { Button } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { inputClass } from '~/components/ui/input-class'
import { NativeSelect } from '~/components/ui/native-select'
import { notifyRefusal, useServerMutation } from '~/data/mutation'
import { checkImport } from '~/functions/file-import'
import { formatDate } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { cn } from '~/lib/utils'
import { Correction } from './correction'
import { FaultGroups } from './fault-groups'
import { rowUnit } from './labels'
import { LostZeros } from './lost-zeros'
import { NewPlans } from './new-plans'
import { PreviousContracts } from './previous-contracts'
import { proposedShops } from './proposals'
import { importRowsQuery, rowsPage } from './queries'
import { SaveRefused } from './save-refused'

interface ReadingProps {
  file: Import
  result: ImportResult
}

const withShops = (answers: ImportAnswers, shop: Record<string, string>): ImportAnswers => ({
  ...answers,
  values: { ...answers.values, shop },
})

/** How the file is to be read, and the rows that cannot be; a changed answer is checked again before it counts. */
export function Reading({ file, result }: ReadingProps) {
  const me = useMe()
  const [proposed] = useState(() => proposedShops(result.unknown, file.answers.values, me?.shops ?? []))
  const hasProposals = Object.keys(proposed).length > 0
  const [answers, setAnswers] = useState(() =>
    hasProposals ? withShops(file.answers, { ...proposed, ...file.answers.values.shop }) : file.answers,
  )
  const check = useServerMutation(checkImport, { invalidates: ['fileImport'] })
  const isChanged = JSON.stringify(answers) !== JSON.stringify(file.answers)
  const change = (more: Partial<ImportAnswers>) => setAnswers({ ...answers, ...more })
  const run = () => check.mutateAsync({ data: { id: file.id, ...answers } }).catch(notifyRefusal)
  return (
    <>
      <PreviousContracts result={result} answers={answers} onChange={(previous) => change({ previous })} />
      <Correction
        kind={file.kind}
        result={result}
        answer={answers.correction}
        onChange={(correction) => change({ correction })}
      />
      <Values
        kind={file.kind}
        result={result}
        answers={answers}
        hasProposals={hasProposals}
        onChange={(values) => change({ values })}
      />
      <NewPlans result={result} answers={answers} onChange={(values) => change({ values })} />
      <Columns kind={file.kind} result={result} answers={answers} onChange={(columns) => change({ columns })} />
      <Rules kind={file.kind} result={result} answers={answers} onChange={change} />
      {(result.counts.refused > 0 || (answers.groups?.length ?? 0) > 0) && (
        <Refused file={file} result={result} answers={answers} onChange={change} />
      )}
      {isChanged && (
        <div className="sticky bottom-0 z-10 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-primary bg-accent px-4 py-3 text-accent-foreground shadow-overlay">
          <p className="text-sm font-medium">変更した内容で、すべての行をもう一度確認します。</p>
          <div className="flex gap-2">
            <Button variant="outline" onClick={() => setAnswers(file.answers)}>
              元に戻す
            </Button>
            <Button aria-busy={check.isPending || undefined} disabled={check.isPending} onClick={() => void run()}>
              確認し直す
            </Button>
          </div>
        </div>
      )}
    </>
  )
}

interface PartProps<Part> {
  result: ImportResult
  answers: ImportAnswers
  onChange: (next: Part) => void
}

const cell = 'border-b px-3 py-2 text-left align-top font-normal group-last/row:border-b-0'
const head = 'h-9 border-b px-3 text-left text-xs font-medium whitespace-nowrap text-muted-foreground'

/** Each column of the file, and what it is here. */
function Columns({
  kind,
  result: { headings },
  answers,
  onChange,
}: PartProps<ImportAnswers['columns']> & { kind: ImportKind }) {
  const chosen = ({ heading, column }: ImportResult['headings'][number]) =>
    (heading in answers.columns ? answers.columns[heading] : column) ?? ''
  const unknown = headings.filter(({ column, isElsewhere }) => !column && !isElsewhere).length
  return (
    <Card>
      <CardHeader>
        <CardTitle>列の意味</CardTitle>
        {unknown > 0 && <p className="text-sm text-warning">分からない列が{unknown}列あります</p>}
      </CardHeader>
      <CardContent>
        <ScrollBox label="列の意味" className="max-h-96 rounded-md border">
          <table className="w-full text-sm">
            <caption className="sr-only">列の意味</caption>
            <thead>
              <tr>
                {['ファイルの見出し', '値の例', '項目'].map((label) => (
                  <th key={label} scope="col" className={head}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {headings.map((one) => (
                <tr key={one.heading} className="group/row">
                  <th scope="row" className={`${cell} min-w-28 wrap-anywhere`}>
                    {one.heading}
                  </th>
                  <td className={`${cell} min-w-32 text-muted-foreground wrap-anywhere`}>
                    {one.samples.join('、') || '–'}
                  </td>
                  <td className={cell}>
                    <NativeSelect
                      aria-label={`「${one.heading}」の項目`}
                      value={chosen(one)}
                      onChange={({ target }) => onChange({ ...answers.columns, [one.heading]: target.value || null })}
                    >
                      <option value="">
                        {one.isElsewhere ? `使わない（${importKinds[kind]}の項目ではありません）` : '取り込まない'}
                      </option>
                      {Object.entries(importColumns[kind]).map(([column, label]) => (
                        <option key={column} value={column}>
                          {label}
                        </option>
                      ))}
                    </NativeSelect>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      </CardContent>
    </Card>
  )
}

/** Names and words that mean nothing here yet, and those that were answered. A new plan or ticket needs no answer. */
function Values({
  kind,
  result: { unknown, names },
  answers: { values },
  hasProposals,
  onChange,
}: PartProps<ImportAnswers['values']> & { kind: ImportKind; hasProposals: boolean }) {
  const me = useMe()
  const named = (column: TranslatedColumn) => names?.[column]?.map((name) => [name, name] as const) ?? []
  const choices: Partial<Record<TranslatedColumn, readonly (readonly [string, string])[]>> = {
    shop: me?.shops.map(({ id, name }) => [id, name] as const) ?? [],
    gender: Object.entries(genders),
    plan: named('plan'),
    ticket: named('ticket'),
    role: Object.entries(roleLevels),
    employmentType: Object.entries(employmentTypes),
  }
  // Two new names may be one plan.
  const newNames = (column: TranslatedColumn, text: string) =>
    (column === 'plan' || column === 'ticket' ? (unknown[column] ?? []) : [])
      .filter((one) => one.text !== text && !(one.text in (values[column] ?? {})))
      .map((one) => [one.text, `${one.text}（新しく登録）`] as const)
  const choicesOf = (column: TranslatedColumn, text: string) => [...known(column), ...newNames(column, text)]
  const known = (column: TranslatedColumn) => choices[column] ?? Object.entries(wordsOfColumns[kind]?.[column] ?? {})
  // Of new plans there is a card of its own.
  const columns = (Object.keys(translatedColumns) as TranslatedColumn[]).filter(
    (column) => column !== 'planKind' && column !== 'leanBody',
  )
  const shownColumns = columns.flatMap((column) => {
    const texts = new Map(Object.keys(values[column] ?? {}).map((text) => [text, null as number | null]))
    for (const { text, rows } of unknown[column] ?? []) texts.set(text, rows)
    return texts.size > 0 ? [{ column, texts: [...texts] }] : []
  })
  if (shownColumns.length === 0) return null
  return (
    <Card>
      <CardHeader>
        <CardTitle>値の意味</CardTitle>
        {hasProposals && (
          <p className="text-sm text-warning">名前の近い店舗を選んであります。違うときは選び直してください。</p>
        )}
      </CardHeader>
      <CardContent className="space-y-4">
        {shownColumns.map(({ column, texts }) => (
          <div key={column}>
            <h3 className="text-sm font-medium">{translatedColumns[column]}</h3>
            <ul className="mt-2 space-y-2">
              {texts.map(([text, rows]) => (
                <li key={text} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
                  <span className="min-w-40 wrap-anywhere">
                    {shown(text)}
                    {rows !== null && <span className="figures text-muted-foreground">（{formatCount(rows)}行）</span>}
                  </span>
                  <NativeSelect
                    aria-label={`${translatedColumns[column]}${shown(text)}の意味`}
                    value={values[column]?.[text] ?? ''}
                    onChange={({ target }) => {
                      const { [text]: _, ...rest } = values[column] ?? {}
                      onChange({ ...values, [column]: target.value ? { ...rest, [text]: target.value } : rest })
                    }}
                  >
                    <option value="">
                      {column === 'plan' || column === 'ticket' ? '新しく登録する' : '選んでください'}
                    </option>
                    {choicesOf(column, text).map(([value, label]) => (
                      <option key={value} value={value}>
                        {label}
                      </option>
                    ))}
                  </NativeSelect>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </CardContent>
    </Card>
  )
}

/** A cell's text. */
const shown = (text: string) => (text === '' ? '（空欄）' : `「${text}」`)

/** What empty cells do, whose values win, and what was seen on the way. */
function Rules({ kind, result, answers, onChange }: PartProps<Partial<ImportAnswers>> & { kind: ImportKind }) {
  const { counts, restored, alike, alikeRows, changes, lastDay, notes = [] } = result
  const unit = rowUnit(kind)
  const overwriteId = useId()
  const sheetId = useId()
  return (
    <Card>
      <CardHeader>
        <CardTitle>取り込み方</CardTitle>
      </CardHeader>
      <CardContent className="space-y-4 text-sm">
        {kind !== 'staff' && (
          <div className="flex flex-wrap items-center gap-3">
            <p>空欄の項目は</p>
            <ChoiceSwitch
              label="空欄の項目"
              value={answers.blanks}
              choices={Object.entries(blankRules).map(([value, label]) => ({
                value: value as keyof typeof blankRules,
                label,
              }))}
              onChange={(blanks) => onChange({ blanks })}
            />
            <p className="text-muted-foreground">
              {kind === 'member'
                ? '氏名・会員番号・性別・店舗は消しません。'
                : '終わりの日など、なくてもよい項目だけを消します。'}
              ない列は変えません。
            </p>
          </div>
        )}
        {result.sheet && (
          <label htmlFor={sheetId} className="flex flex-wrap items-center gap-3">
            読むシート
            <NativeSelect
              id={sheetId}
              value={answers.sheet ?? result.sheet.name}
              onChange={({ target }) => onChange({ sheet: target.value })}
            >
              {result.sheet.sheets.map(({ name, isHidden }) => (
                <option key={name} value={name}>
                  {name}
                  {isHidden && '（非表示）'}
                </option>
              ))}
            </NativeSelect>
          </label>
        )}
        {kind === 'contract' && <Leavers answers={answers} onChange={onChange} />}
        {lastDay && (
          <div className="flex flex-wrap items-center gap-3">
            <p className="figures">最後の行は{formatDate(lastDay)}です。この日は終わりまで含みますか。</p>
            <ChoiceSwitch
              label="最後の日"
              value={answers.isLastDayWhole ? 'whole' : 'part'}
              choices={[
                { value: 'part', label: '含まない・分からない' },
                { value: 'whole', label: '終わりまで含む' },
              ]}
              onChange={(value) => onChange({ isLastDayWhole: value === 'whole' })}
            />
            <p className="text-muted-foreground">含まないときは、前の日までの集計を表示します。</p>
          </div>
        )}
        {(counts.kept > 0 || answers.overwrite) && (
          <label htmlFor={overwriteId} className="flex items-start gap-2.5">
            <input
              id={overwriteId}
              type="checkbox"
              checked={answers.overwrite}
              onChange={({ target }) => onChange({ overwrite: target.checked })}
              className="mt-0.5 size-4 accent-primary"
            />
            <span>
              会員管理システムから届いた値も、ファイルの値で置き換える
              {counts.kept > 0 && (
                <span className="figures block text-muted-foreground">
                  いまは{formatCount(counts.kept)}
                  {unit}の値を残します。置き換えた項目は、以後の連携で上書きされません。
                </span>
              )}
            </span>
          </label>
        )}
        <LostZeros zeros={result.zeros} width={answers.numberWidth} onChange={onChange} />
        {Object.keys(changes).length > 0 && (
          <p className="figures">
            変わる項目:{' '}
            {Object.entries(changes)
              .map(([column, people]) => `${column} ${formatCount(people)}${unit}`)
              .join('、')}
          </p>
        )}
        {Object.entries(restored).map(([column, rows]) => (
          <p key={column} className="figures text-warning">
            {column}: 先頭の0が落ちている{formatCount(rows)}行は、0を補って読みました。
          </p>
        ))}
        {notes.map((note) => (
          <p key={note} className="figures text-warning">
            {note}
          </p>
        ))}
        {alikeRows > 0 && (
          <p className="figures text-warning">
            新規のうち{formatCount(alikeRows)}行は、フリガナ・生年月日・電話番号がいまの会員と同じです（
            {alike
              .slice(0, 5)
              .map(({ row, memberNo }) => `${row}行目と会員番号${memberNo}`)
              .join('、')}
            {alikeRows > 5 && '、ほか'}
            ）。同じ人のときは、ファイルの会員番号を直してください。
          </p>
        )}
      </CardContent>
    </Card>
  )
}

/** Whether the file knows who has left: a file of today's members says nothing of those who were members before. */
function Leavers({ answers, onChange }: Omit<PartProps<Partial<ImportAnswers>>, 'result'>) {
  const dayId = useId()
  const [isIn, setIsIn] = useState(answers.leaversFrom != null)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p>退会した会員の契約も入っていますか</p>
      <ChoiceSwitch
        label="退会した会員の契約"
        value={isIn ? 'in' : 'out'}
        choices={[
          { value: 'out', label: 'いいえ・分からない' },
          { value: 'in', label: '入っている' },
        ]}
        onChange={(value) => {
          setIsIn(value === 'in')
          if (value === 'out') onChange({ leaversFrom: null })
        }}
      />
      {isIn && (
        <label htmlFor={dayId} className="flex items-center gap-2">
          いつから
          <input
            id={dayId}
            type="date"
            value={answers.leaversFrom ?? ''}
            onChange={({ target }) => onChange({ leaversFrom: target.value || null })}
            className={cn(inputClass, 'w-auto')}
          />
        </label>
      )}
      <p className="text-muted-foreground">
        答えるまで、退会・退会率・継続率と過去の在籍は「–」です（会員管理システムの同期を始めた後は、その日から数えます）。
      </p>
    </div>
  )
}

interface RefusedProps extends PartProps<Partial<ImportAnswers>> {
  file: Import
}

/** Rows that cannot be imported: equal reasons together, then each row with the cell to be mended. */
function Refused({ file, result, answers, onChange }: RefusedProps) {
  const [offset, setOffset] = useState<number>()
  const query = useQuery(importRowsQuery(file.id, { outcome: 'refused', offset }))
  // Without a column that every row needs, no cell is to blame.
  const isOfFile = result.faults.length === 1 && result.faults[0]?.rows === result.rows && result.rows > 1
  return (
    <Card>
      <CardHeader>
        <CardTitle>取り込めない行</CardTitle>
        <SaveRefused file={file} />
      </CardHeader>
      <CardContent>
        <FaultGroups
          faults={isOfFile ? result.faults.map(({ acts: _, ...fault }) => fault) : result.faults}
          groups={answers.groups ?? []}
          onChange={(groups) => onChange({ groups })}
        />
        {!isOfFile && result.counts.refused > 0 && (
          <>
            <TabState query={query} noun="取り込めない行">
              {({ list, paging }) => (
                <>
                  <ul aria-label="取り込めない行" className="divide-y rounded-md border">
                    {list.map((row) => (
                      <RefusedRow
                        key={row.row}
                        file={file}
                        row={row}
                        result={result}
                        answers={answers}
                        onChange={(cells) => onChange({ cells })}
                      />
                    ))}
                  </ul>
                  <TabPages paging={paging} size={rowsPage} onPage={setOffset} />
                </>
              )}
            </TabState>
            <p className="mt-2 text-xs text-muted-foreground">
              画面で直せるのは{mostMendedCells}か所までです。多いときはCSVに保存し、直してから取り込んでください。
            </p>
          </>
        )}
      </CardContent>
    </Card>
  )
}

/** The cell with the fault; of a fault of the whole row every cell that is read, folded away. */
function RefusedRow({
  file,
  row,
  result,
  answers,
  onChange,
}: PartProps<ImportAnswers['cells']> & { file: Import; row: ImportRow }) {
  const read = result.headings.flatMap(({ heading, column }, at) => (column ? [{ heading, column, at }] : []))
  const labels: Readonly<Record<string, string>> = importColumns[file.kind]
  const faulty = read.filter(({ column }) => labels[column] === row.column)
  const mendable = faulty.length > 0 ? faulty : read
  const textOf = (at: number) =>
    answers.cells.find((one) => one.row === row.row && one.column === at)?.text ?? row.cells[at] ?? ''
  const set = (at: number, text: string) => {
    const others = answers.cells.filter((one) => one.row !== row.row || one.column !== at)
    onChange(text === (row.cells[at] ?? '') ? others : [...others, { row: row.row, column: at, text }])
  }
  const cells = (
    <div className="mt-2 grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
      {mendable.map(({ heading, at }) => (
        <label key={heading} className="block">
          <span className="block text-xs text-muted-foreground">{heading}</span>
          <input
            aria-label={`${row.row}行目の${heading}`}
            value={textOf(at)}
            maxLength={500}
            onChange={({ target }) => set(at, target.value)}
            className={cn(inputClass, 'mt-0.5')}
          />
        </label>
      ))}
    </div>
  )
  return (
    <li className="px-3 py-2.5 text-sm">
      <p className="figures">
        <span className="font-medium">{row.row}行目</span> {row.column && `${row.column}: `}
        {row.reason}
      </p>
      {faulty.length > 0 ? (
        cells
      ) : (
        <details>
          <summary className="mt-1 w-fit cursor-pointer text-primary">{row.row}行目の値を直す</summary>
          {cells}
        </details>
      )}
    </li>
  )
}
