import { CloseButton, NativeSelect, TextInput } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { DayField } from '#web/ui/days/DayField.tsx'
import classes from './OrderFilters.module.css'
import { kindFilters, type OrdersSearch, stateFilters, type useOrdersSearch } from './ordersSearch.ts'

type Props = { search: OrdersSearch; onChange: ReturnType<typeof useOrdersSearch>['change'] }

export function OrderFilters({ search, onChange }: Props) {
  const states = stateFilters.filter((one) => one !== 'transferred' || settings.transferEnabled)
  return (
    <div className={classes.filters} role="search">
      <SearchText value={search.text ?? ''} onChange={(text) => onChange({ text: text || undefined })} />
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
      <DayField isWide label={t('orders.from')} value={search.from} onChange={(from) => onChange({ from })} />
      <DayField isWide label={t('orders.to')} value={search.to} onChange={(to) => onChange({ to })} />
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
