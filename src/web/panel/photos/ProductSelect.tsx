import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PhotoProduct } from '#shared/photos.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { productKey } from './catalogueChoice.ts'

type Props = { value: string[]; onChange: (value: string[]) => void }

/** Values are from productKey. */
export function ProductSelect({ value, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const results = useQuery({
    queryKey: ['photoProducts', search],
    queryFn: async ({ signal }) =>
      (await api.post('/api/Shop/FindPhotoProducts', { search, limit: 30 }, { signal })).data,
    placeholderData: keepPreviousData,
  })
  const foundOptions = new Map((results.data ?? []).map((product) => [productKey(product), nameOf(product)]))
  const chosenOptions = value
    .filter((key) => !foundOptions.has(key))
    .map((key) => [key, chosen.get(key) ?? key] as const)
  return (
    <MultiSelect
      label={t('panel.catalogue.certain')}
      placeholder={value.length === 0 ? t('list.all') : ''}
      searchable
      clearable
      // The server also matches text that labels do not show.
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t('list.nothingFound')}
      data={[...foundOptions, ...chosenOptions].map(([key, label]) => ({ value: key, label }))}
      value={value}
      onChange={(next) => {
        setChosen(new Map([...chosen, ...foundOptions]))
        onChange(next)
      }}
    />
  )
}

const nameOf = ({ itemCode, colorCode, colorDescription, itemDescription }: PhotoProduct) =>
  [itemCode, colorDescription || colorCode, itemDescription].filter(Boolean).join(' · ')
