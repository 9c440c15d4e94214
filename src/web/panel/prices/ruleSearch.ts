import { ruleAudiences, ruleEffects, ruleStates, ruleTargets } from '#shared/ruleKinds.ts'
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
