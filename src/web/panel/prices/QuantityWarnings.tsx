import { Alert, List } from '@mantine/core'
import { api } from '#web/api.ts'
import { quantityText } from '#web/brokenLimitWords.ts'
import { t } from '#web/i18n.ts'
import { useCall } from '../useCall.ts'
import { audienceText, quantityTargetText } from './ruleWords.ts'

/** What keeps a saved rule from being kept; nothing if nothing does. */
export function QuantityWarnings({ id, version }: { id: string; version: number }) {
  const found = useCall(['quantityRuleWarnings', id, version], (options) =>
    api.get('/api/Price/CheckQuantityRule', { id }, options),
  ).data
  if (!found || (!found.beyondStock && found.conflicts.length === 0)) return null
  const { name, beyondStock, conflicts } = found
  return (
    <Alert color="yellow" role="status" mb="md" title={t('panel.price.warnings')}>
      <List size="sm">
        {beyondStock && (
          <List.Item>
            {t('panel.quantity.beyondStock', {
              name: quantityTargetText(name),
              least: quantityText(beyondStock.least, beyondStock),
              stock: quantityText(beyondStock.stock, beyondStock),
            })}
          </List.Item>
        )}
        {conflicts.map((conflict) => (
          <List.Item key={JSON.stringify(conflict)}>
            {t('panel.quantity.cannotBoth', {
              audience: audienceText(conflict),
              narrow: quantityTargetText(conflict.narrow),
              wide: quantityTargetText(conflict.wide),
              least: quantityText(conflict.least, conflict),
              most: quantityText(conflict.most, conflict),
            })}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
