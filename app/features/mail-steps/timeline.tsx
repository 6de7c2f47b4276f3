import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { MailStep } from '#contract/mail-step.ts'
import { triggerText } from '#contract/words/mail-step.ts'
import { cn } from '~/lib/utils'

type Trigger = MailStep['trigger']

/** Vertical timeline of a scenario: trigger, steps, end. */
export const Timeline = ({ trigger, children }: { trigger: Trigger; children: ReactNode }) => (
  <ol className="relative space-y-3 border-l-2 border-primary/35 pl-6 [margin-left:0.6875rem]">
    <Node tone="edge">
      <span className="text-sm font-medium">{triggerText(trigger)}</span>
      <span className="ml-2 text-xs text-muted-foreground">開始（0日後）</span>
    </Node>
    {children}
    <Node tone="edge">
      <span className="text-sm text-muted-foreground">完了</span>
    </Node>
  </ol>
)

interface NodeProps {
  tone?: 'edge' | 'step'
  children: ReactNode
}

/** A node of the timeline with its description. */
export const Node = ({ tone = 'step', children, ...rest }: NodeProps & { 'data-step'?: number }) => (
  <li className="relative" {...rest}>
    <span
      aria-hidden
      className={cn(
        'absolute top-1 -left-6 size-3.5 -translate-x-[calc(50%+1px)] rounded-full border-2 border-primary',
        tone === 'step' ? 'bg-primary' : 'bg-background',
      )}
    />
    {children}
  </li>
)

/** Time of a step: 「3日後 10:00」. */
export const whenText = ({ delayDays, sendTime }: Pick<MailStep['steps'][number], 'delayDays' | 'sendTime'>) =>
  `${delayDays}日後 ${sendTime}`

/** A scenario's steps for users who may not change it. */
export const StepsTimeline = ({ step }: { step: MailStep }) => (
  <Timeline trigger={step.trigger}>
    {step.steps.map((one) => (
      <Node key={one.delayDays}>
        <p className="figures text-sm font-medium">{whenText(one)}</p>
        <p className="text-sm wrap-anywhere">
          <Link
            to="/mail/templates/$templateId"
            params={{ templateId: one.templateId }}
            className="text-primary underline underline-offset-4"
          >
            {one.template.name}
          </Link>
        </p>
        <p className="text-xs text-muted-foreground wrap-anywhere">{one.template.subject}</p>
      </Node>
    ))}
  </Timeline>
)
