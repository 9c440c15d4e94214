/* The choices that make rules of prices and quantities; without schemas, because lists and filters of the first load need them. */

export const ruleAudiences = ['everybody', 'priceGroup', 'account'] as const
/** What of the catalogue a rule is for, the widest first. */
export const ruleTargets = ['all', 'brand', 'category', 'item', 'product'] as const
/** What a rule's tiers count; `none`: it has one tier, which always applies. */
export const ruleBases = ['none', 'itemPieces', 'brandPieces', 'orderAmount'] as const
/** Amounts are for a piece. */
export const ruleEffects = ['fixed', 'percent', 'amountOff'] as const
export const ruleStates = ['valid', 'coming', 'over', 'off'] as const

export type RuleAudience = (typeof ruleAudiences)[number]
export type RuleTarget = (typeof ruleTargets)[number]
export type RuleBasis = (typeof ruleBases)[number]
export type RuleEffect = (typeof ruleEffects)[number]

/** What a quantity rule counts; a variant is a size or lot. */
export const quantityTargets = ['variant', 'item', 'brand', 'order'] as const
export const quantityMeasures = ['pieces', 'lots', 'amount'] as const
export type QuantityTarget = (typeof quantityTargets)[number]
export type QuantityMeasure = (typeof quantityMeasures)[number]
