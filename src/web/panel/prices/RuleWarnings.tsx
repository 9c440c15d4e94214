import { Alert, Anchor, List } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { leastSafeCodeLength } from '#shared/pricing/ruleWarnings.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { useCall } from '../useCall.ts'

/** What speaks against a saved rule; nothing if nothing does. */
export function RuleWarnings({ id, version }: { id: string; version: number }) {
  const found = useCall(['priceRuleWarnings', id, version], (options) =>
    api.get('/api/Price/CheckPriceRule', { id }, options),
  ).data
  if (!found || (found.belowFloor === 0 && found.contradicted.length === 0 && !found.isCodeShort)) return null
  const { belowFloor, items, isPartial, contradicted, isCodeShort } = found
  return (
    <Alert color="yellow" role="status" mb="md" title={t('panel.price.warnings')}>
      <List size="sm">
        {belowFloor > 0 && (
          <List.Item>
            {t('panel.price.belowFloor', { count: belowFloor, items: items.join(', ') })}
            {isPartial && ` ${t('panel.price.floorPartial')}`}
          </List.Item>
        )}
        {isCodeShort && <List.Item>{t('panel.price.codeShort', { least: leastSafeCodeLength })}</List.Item>}
        {contradicted.map((other) => (
          <List.Item key={other.id}>
            {t(`panel.price.contradicts.${other.how}`, { name: other.name })}{' '}
            <Anchor
              renderRoot={(props) => <Link to="/fiyatlar/edit/$id" params={{ id: other.id }} {...props} />}
            >
              {t('panel.person.editName', { name: other.name })}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
