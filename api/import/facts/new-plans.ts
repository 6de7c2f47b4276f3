import { type SQL, sql } from 'drizzle-orm'
import type { ImportAnswers, ImportResult } from '#contract/file-import.ts'
import { contractKinds } from '#contract/words/member.ts'
import type { Db } from '../../db/client.ts'
import { rowsOf } from '../../db/expressions.ts'
import type { Read } from '../values.ts'

// What a new plan is: its kind and whether it has LEAN BODY, by what most rows of the file say, or as staff have answered.

const kindWords: Readonly<Record<keyof typeof contractKinds, RegExp>> = {
  suspension: /休会/,
  option: /オプション|追加|付帯/,
  regular: /通常|基本|レギュラー|本会員|正会員|月会員|メイン/,
}

/** A word that is no kind is ignored: the column of another system may mean something else. */
export function readPlanKind(cell: string): Read<string | null> {
  const text = cell.normalize('NFKC')
  return { value: Object.entries(kindWords).find(([, words]) => words.test(text))?.[0] ?? null }
}

export function readLeanBody(cell: string): Read<string | null> {
  const text = cell.normalize('NFKC').replace(/\s/g, '').toLowerCase()
  if (/^([○◯〇◎●✓✔レ1y]|yes|true|有|有り|あり|付|付き|はい|対象|込|込み)$/.test(text)) return { value: 'true' }
  return { value: /^([×✕✗xn0\-‐―ー–]|no|false|無|無し|なし|いいえ|対象外|別)$/.test(text) ? 'false' : null }
}

/** The plan of an answer, where that is answered as another one in its turn. */
export function answeredName(answers: Readonly<Record<string, string>>, text: string): string {
  let name = text
  for (const met = new Set<string>(); Object.hasOwn(answers, name) && !met.has(name); ) {
    met.add(name)
    name = answers[name] as string
  }
  return name
}

interface NewPlan {
  name: string
  kind: string
  saidKind: string | null
  saidLeanBody: string | null
}

const isNew = (row: SQL) => sql`${row} ? 'plan' and not exists (select from shop_plan p
  where p.shop_id = (${row} ->> 'shop_id')::integer and p.name = ${row} ->> 'plan')`

/**
 * Of the checked rows of an import: gives each contract of a plan that its shop does not have the plan's kind and LEAN BODY,
 * the same in all shops. Answers what they are.
 */
export async function settleNewPlans(
  db: Db,
  importId: string,
  { values }: Pick<ImportAnswers, 'values'>,
): Promise<NonNullable<ImportResult['newPlans']>> {
  const rows = sql`import_row r where r.import_id = ${Number(importId)} and r.outcome in ('created', 'changed')
    and ${isNew(sql`r.after`)}`
  const found = await rowsOf<NewPlan>(
    db,
    sql`select r.after ->> 'plan' as name, mode() within group (order by r.after ->> 'kind') as kind,
        mode() within group (order by r.after ->> 'plan_kind') as "saidKind",
        mode() within group (order by r.after ->> 'lean_body') as "saidLeanBody"
      from ${rows} group by 1 order by 1`,
  )
  const plans = found.map(({ name, kind, saidKind, saidLeanBody }) => {
    const answer = values.planKind?.[name]
    return {
      name,
      kind: (answer && Object.hasOwn(contractKinds, answer)
        ? answer
        : (saidKind ?? kind)) as keyof typeof contractKinds,
      withLeanBodyContent: (values.leanBody?.[name] ?? saidLeanBody) === 'true',
    }
  })
  const settled = plans.map(({ name, kind, withLeanBodyContent }) => ({ name, kind, lean: withLeanBodyContent }))
  await db.execute(sql`update import_row u set after = u.after || jsonb_build_object('kind', s.kind, 'lean_body', s.lean)
    from (select r.line, s.* from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) as s (name text, kind text, lean boolean)
      join (select r.line, r.after from ${rows}) r on r.after ->> 'plan' = s.name) s
    where u.import_id = ${Number(importId)} and u.line = s.line`)
  return plans.slice(0, mostPlans)
}

const mostPlans = 50
