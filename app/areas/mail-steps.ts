import { Milestone } from 'lucide-react'
import type { Area } from '~/frame/area'

export const mailSteps = {
  path: '/mail/steps',
  label: 'ステップメール',
  icon: Milestone,
  permission: 'mailStep.read',
  hasNew: true,
} as const satisfies Area
