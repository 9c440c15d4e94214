import type { AnyServed } from '#server/http/http.ts'
import { checkRule } from './checkRule.ts'
import { pricing } from './getPricing.ts'
import { importRules } from './importPriceRules.ts'
import { importQuantities } from './importQuantityRules.ts'
import { downloadRules } from './priceRuleColumns.ts'
import { downloadQuantityRules } from './quantityRuleColumns.ts'
import { checkOne, listQuantityRules, removeOne, restoreOne, saveOne } from './quantityRules.ts'
import { readRetailPrices } from './retailPrices.ts'
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
  readRetailPrices,
]
