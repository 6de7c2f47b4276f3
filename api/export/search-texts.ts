import { plainText } from '../rules/rich-text.ts'

type Row = Record<string, unknown>

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const texts = (value: unknown) => (Array.isArray(value) ? value.map(text) : [])
const incident = ({ incident }: Row): Row =>
  incident !== null && typeof incident === 'object' ? (incident as Row) : {}

/** What the search of a table's rows finds, by the table's name, from columns of the database; folded when stored. */
const parts: Readonly<Record<string, (row: Row) => string[]>> = {
  announcement: (row) => [text(row.title), plainText(text(row.body))],
  content_column: (row) => [text(row.title), text(row.lead), ...texts(row.tags), plainText(text(row.body))],
  lean_body_content: (row) => [
    ...[text(row.title), text(row.description), ...texts(row.tags), text(row.program), text(row.instructor_name)],
  ],
  mail: (row) => [text(row.subject), text(row.segment_text)],
  mail_step: (row) => [text(row.name)],
  mail_template: (row) => [text(row.name), text(row.subject), plainText(text(row.body))],
  report_action: (row) => ['title', 'plan', 'do_note', 'check_note', 'next_action'].map((name) => text(row[name])),
  daily_report: (row) => [
    ...['event_note', 'good_points', 'issues', 'member_voice', 'facility_trouble', 'handover', 'tomorrow_plan'].map(
      (name) => text(row[name]),
    ),
    ...['place', 'what', 'action'].map((name) => text(incident(row)[name])),
  ],
}

/** The columns that are made from a row's texts. */
export function madeOfTexts(table: string, row: Row): Row {
  const found = parts[table]?.(row)
  if (!found) return {}
  const length = table === 'content_column' ? { text_length: plainText(text(row.body)).length } : {}
  return { search_text: found.join('\n'), ...length }
}
