import { z } from 'zod'
import { email, line, requiredLine } from '#shared/endpoint.ts'
import { customerTextLimits } from './customerFields.ts'
import type { RecordFields } from './recordField.ts'

export const agentFields = {
  salesPersonCode: { schema: requiredLine(30), label: 'panel.agent.code', input: 'code', column: 'code' },
  firstLastName: {
    schema: requiredLine(100),
    label: 'panel.person.name',
    hint: 'panel.agent.nameHint',
    column: 'name',
  },
  email: { schema: email, initial: '', label: 'panel.person.email', input: 'email' },
  phone: {
    schema: line(customerTextLimits.phone),
    initial: '',
    label: 'panel.person.phone',
    input: 'phone',
  },
  isActive: {
    schema: z.boolean(),
    initial: true,
    label: 'panel.agent.isActive',
    hint: 'panel.agent.isActiveHint',
  },
  /** Percent that they may take off by themselves. */
  maxDiscount: {
    schema: z.number().min(0).max(100),
    initial: 0,
    label: 'panel.agent.maxDiscount',
    hint: 'panel.agent.maxDiscountHint',
    input: 'percent',
  },
} satisfies RecordFields
