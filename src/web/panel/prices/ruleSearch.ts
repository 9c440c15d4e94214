import {
  quantityTargets,
  ruleAudiences,
  ruleEffects,
  ruleStates,
  ruleTargets,
} from '#shared/pricing/ruleKinds.ts'
import { asText, defineList, oneOf } from '../list/listSearch.ts'

export const ruleList = defineList({
  sorts: ['precedence', 'name', 'validFrom', 'updatedAt'],
  defaultSort: { sort: 'precedence', order: 'asc' },
  filters: {
    audience: oneOf(ruleAudiences),
    currAccCode: asText,
    target: oneOf(ruleTargets),
    effect: oneOf(ruleEffects),
    state: oneOf(ruleStates),
  },
})
export type RuleSort = (typeof ruleList.sorts)[number]

export const quantityRuleList = defineList({
  sorts: ['target', 'audience', 'updatedAt'],
  defaultSort: { sort: 'target', order: 'asc' },
  filters: { target: oneOf(quantityTargets), audience: oneOf(ruleAudiences), currAccCode: asText },
})
export type QuantityRuleSort = (typeof quantityRuleList.sorts)[number]
