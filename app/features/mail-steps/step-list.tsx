import type { MailStepRow } from '#contract/mail-step.ts'
import { publicationStatuses } from '#contract/words/common.ts'
import { mailStepFields } from '#contract/words/fields/mail-step.ts'
import { mailStepList, stepTriggers, triggerText } from '#contract/words/mail-step.ts'
import { useCan } from '~/auth/session'
import { StateChip } from '~/components/publication'
import { CreateLink } from '~/components/record/create-link'
import { choiceFilter } from '~/components/resource-table/filters'
import { ResourceTable } from '~/components/resource-table/resource-table'
import { TwoLines } from '~/components/resource-table/rows'
import type { ListColumn, ListProps } from '~/components/resource-table/types'
import { updatedColumn } from '~/components/resource-table/written-columns'
import { formatCount } from '~/lib/format'
import { type MailStepSearch, mailStepListQuery } from './queries'

const filters = [
  choiceFilter('status', mailStepFields.status, publicationStatuses),
  choiceFilter('trigger', mailStepFields.trigger, stepTriggers),
]

const columns: ListColumn<MailStepRow>[] = [
  {
    id: 'name',
    label: mailStepFields.name,
    width: 280,
    sortKey: 'name',
    cell: ({ name, trigger }) => <TwoLines main={name} sub={triggerText(trigger)} />,
  },
  {
    id: 'status',
    label: mailStepFields.status,
    width: 92,
    card: 'beside',
    cell: ({ status }) => <StateChip row={{ state: status }} />,
  },
  {
    id: 'stepCount',
    label: mailStepFields.steps,
    width: 92,
    align: 'right',
    card: 'labelled',
    cell: ({ stepCount }) => `${stepCount}通`,
  },
  {
    id: 'enrolledCount',
    label: '配信中',
    width: 100,
    align: 'right',
    card: 'labelled',
    sortKey: 'enrolledCount',
    sortFirst: 'desc',
    cell: ({ enrolledCount }) => `${formatCount(enrolledCount)}名`,
  },
  {
    id: 'everEnrolledCount',
    label: '累計',
    width: 100,
    align: 'right',
    priority: 2,
    cell: ({ everEnrolledCount }) => `${formatCount(everEnrolledCount)}名`,
  },
  updatedColumn,
]

/** The chain's scenarios: series of mails after a trigger. */
export function StepList({ search, onSearchChange }: ListProps<MailStepSearch>) {
  const createLink = useCan()('mailStep.write') && <CreateLink to="/mail/steps/new" />
  return (
    <ResourceTable<MailStepRow, MailStepSearch>
      name="mail-steps"
      title="ステップメール"
      noun="ステップメール"
      actions={createLink}
      search={search}
      onSearchChange={onSearchChange}
      query={mailStepListQuery}
      columns={columns}
      defaultSort={mailStepList.defaultSort}
      searchHint="ステップメール名"
      filters={filters}
      rowLabel={({ name }) => name}
      rowPath={({ id }) => `/mail/steps/${id}`}
      firstUse={createLink || <p>本部が登録したステップメールが、ここに表示されます。</p>}
    />
  )
}
