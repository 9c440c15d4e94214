import type { AnyServed } from '#server/http/http.ts'
import { checkRule } from './checkRule.ts'
import { pricing } from './getPricing.ts'
import { downloadQuantityRules, importQuantities } from './importQuantityRules.ts'
import { importRules } from './importRules.ts'
import { checkOne, listQuantityRules, removeOne, restoreOne, saveOne } from './quantityRules.ts'
import { downloadRules } from './ruleFile.ts'
import { listRules } from './ruleList.ts'
import { readOne, removeRule, restoreRule, saveRule } from './saveRule.ts'
import { sizeCurve } from './sizeCurve.ts'
import { tryOne } from './tryPrice.ts'

export const pricingVerbs: AnyServed[] = [
  pricing,
  listRules,
  downloadRules,
  importRules,
  readOne,
  saveRule,
  removeRule,
  restoreRule,
  tryOne,
  listQuantityRules,
  downloadQuantityRules,
  importQuantities,
  saveOne,
  removeOne,
  restoreOne,
  checkOne,
  sizeCurve,
  checkRule,
]
