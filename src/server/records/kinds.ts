import { brands } from '#server/catalogue/office/saveBrands.ts'
import { categories } from '#server/catalogue/office/saveCategories.ts'
import { accounts } from '#server/customers/saveAccount.ts'
import { agents } from '#server/customers/saveAgent.ts'
import { quantityRecords } from '#server/pricing/quantityRules.ts'
import { priceRecords } from '#server/pricing/saveRule.ts'
import { officeSettings } from '#server/tenancy/settings.ts'
import { users } from '#server/users/saveUser.ts'
import type { ChangeSubject } from '#shared/changes/changeKinds.ts'
import type { RecordKind } from './recordKind.ts'

const kinds: RecordKind[] = [
  accounts,
  agents,
  users,
  brands,
  categories,
  officeSettings,
  priceRecords,
  quantityRecords,
]

export const kindOf = (subject: ChangeSubject): RecordKind | undefined =>
  kinds.find((kind) => kind.subject === subject)
