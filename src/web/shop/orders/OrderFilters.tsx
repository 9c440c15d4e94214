import { Button, CloseButton, NativeSelect, TextInput } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import { useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { DayField } from '#web/ui/days/DayField.tsx'
import classes from './OrderFilters.module.css'
import { kindFilters, type OrdersSearch, stateFilters, type useOrdersSearch } from './ordersSearch.ts'

type Props = { search: OrdersSearch; onChange: ReturnType<typeof useOrdersSearch>['change'] }

export function OrderFilters({ search, onChange }: Props) {
  const states = stateFilters.filter((one) => one !== 'transferred' || settings.transferEnabled)
  const isWide = useMediaQuery('(min-width: 768px)', undefined, { getInitialValueInEffect: false })
  const { text: _text, ...others } = search
  const chosen = Object.keys(others).length
  const [isOpen, setIsOpen] = useState(chosen > 0)
  const id = useId()
  return (
    <div className={classes.filters} role="search">
      <SearchText value={search.text ?? ''} onChange={(text) => onChange({ text: text || undefined })} />
      {!isWide && (
        <Button
          variant="default"
          className={classes.toggle}
          leftSection={<IconAdjustmentsHorizontal size={20} stroke={1.7} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('ordering.facets.title')}
          {chosen > 0 && ` (${formatCount(chosen)})`}
        </Button>
      )}
      <div id={id} className={classes.more} hidden={!isWide && !isOpen}>
        <NativeSelect
          label={t('order.type')}
          value={search.orderType ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({ orderType: kindFilters.find((one) => one === value) })
          }
          data={[
            { value: '', label: t('list.all') },
            ...kindFilters.map((value) => ({ value, label: t(`orderType.short.${value}`) })),
          ]}
        />
        <NativeSelect
          label={t('order.state')}
          value={search.state ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({ state: stateFilters.find((one) => one === value) })
          }
          data={[
            { value: '', label: t('list.all') },
            ...states.map((value) => ({
              value,
              label: value === 'transferred' ? t('order.transferred') : t(`order.state.${value}`),
            })),
          ]}
        />
        <DayField
          isWide
          label={t('orders.from')}
          value={search.from}
          onChange={(from) => onChange({ from })}
        />
        <DayField isWide label={t('orders.to')} value={search.to} onChange={(to) => onChange({ to })} />
      </div>
    </div>
  )
}

const debounceMs = 300

/** Debounced. */
function SearchText({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? value
  useEffect(() => {
    if (typed === undefined) return undefined
    const timer = setTimeout(() => {
      onChange(typed.trim())
      setTyped(undefined)
    }, debounceMs)
    return () => clearTimeout(timer)
  }, [typed, onChange])
  return (
    <TextInput
      className={classes.text}
      type="search"
      label={t('orders.search')}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={
        shown ? <CloseButton aria-label={t('action.clear')} onClick={() => setTyped('')} /> : null
      }
      value={shown}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}
