import type { ChangeSubject } from '#shared/changes/changeKinds.ts'
import { agentFields } from './agentFields.ts'
import { brandFields } from './brandFields.ts'
import { categoryFields } from './categoryFields.ts'
import { customerFields } from './customerFields.ts'
import { priceRuleFields, priceRuleNames } from './priceRuleFields.ts'
import { quantityRuleFields, quantityRuleNames } from './quantityRuleFields.ts'
import type { RecordFields } from './recordField.ts'
import { settingsFields } from './settingsFields.ts'
import { userFields } from './userFields.ts'

/** The fields of the records that the change log is about, as far as they are described. */
export const fieldsOfSubject: Partial<Record<ChangeSubject, RecordFields>> = {
  customer: customerFields,
  agent: agentFields,
  user: userFields,
  brand: brandFields,
  category: categoryFields,
  settings: settingsFields,
  priceRule: { ...priceRuleFields, ...priceRuleNames },
  quantityRule: { ...quantityRuleFields, ...quantityRuleNames },
}
