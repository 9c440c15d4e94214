import { Select, TextInput } from '@mantine/core'
import { attributeNames } from '#shared/listing.ts'
import { attributeLabel } from '#web/attributes.ts'
import { t } from '#web/i18n.ts'
import { useItem, useItemStore, useProblem } from './ItemContext.ts'
import type { ItemDraft, SharedField } from './itemDraft.ts'
import { setColor, setShared } from './itemStore.ts'
import { brandOptions, categoryOptions, useProductChoices } from './productChoices.ts'
import classes from './SharedFields.module.css'

type Scope = { colorKey?: string | undefined }

/** What all colours have in common: it is typed once for all of them. With a colour, its own. */
export function SharedFields({ colorKey }: Scope) {
  const choices = useProductChoices()
  const count = useItem(({ draft }) => filledAttributes(draft, colorKey))
  return (
    <>
      <Text field="itemDescription" label={t('panel.product.name')} colorKey={colorKey} isRequired />
      <Choice
        field="brandId"
        label={t('product.brand')}
        colorKey={colorKey}
        options={brandOptions(choices)}
      />
      <Choice
        field="categoryId"
        label={t('product.category')}
        colorKey={colorKey}
        options={categoryOptions(choices)}
      />
      <details className={classes.attributes}>
        <summary>
          {t('product.attributes')} ({count})
        </summary>
        <div className={classes.fields}>
          {attributeNames.map((name, index) => (
            <Text
              key={name}
              field={name}
              label={attributeLabel(name) ?? t('panel.product.attribute', { number: index + 1 })}
              colorKey={colorKey}
            />
          ))}
        </div>
      </details>
    </>
  )
}

/** The value that the colours meant have in common; undefined where they differ. */
function commonOf(
  { shared, colorKeys, colors }: ItemDraft,
  field: SharedField,
  colorKey: string | undefined,
) {
  if (!colorKey && colorKeys.length === 0) return shared[field]
  const values = new Set((colorKey ? [colorKey] : colorKeys).map((key) => colors[key]?.[field] ?? ''))
  return values.size > 1 ? undefined : ([...values][0] ?? '')
}

function filledAttributes(draft: ItemDraft, colorKey: string | undefined): number {
  return attributeNames.filter((name) => commonOf(draft, name, colorKey) !== '').length
}

function useShared(field: SharedField, colorKey: string | undefined) {
  const store = useItemStore()
  const value = useItem(({ draft }) => commonOf(draft, field, colorKey))
  const place = useItem(({ draft, errors }) =>
    (colorKey ? [colorKey] : draft.colorKeys).map((key) => `${key} ${field}`).find((at) => errors[at]),
  )
  const error = useProblem(place ?? '')
  return {
    field: {
      value: value ?? '',
      error,
      'aria-invalid': Boolean(error),
      ...(value === undefined ? { placeholder: t('panel.product.differs') } : {}),
    },
    set: (next: string) =>
      colorKey ? setColor(store, colorKey, { [field]: next }) : setShared(store, field, next),
  }
}

type FieldProps = Scope & { field: SharedField; label: string }

function Text({ field: name, label, colorKey, isRequired }: FieldProps & { isRequired?: boolean }) {
  const { field, set } = useShared(name, colorKey)
  return (
    <TextInput
      label={label}
      {...field}
      required={isRequired ?? false}
      maxLength={255}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}

type Option = { value: string; label: string }

function Choice({ field: name, label, colorKey, options }: FieldProps & { options: Option[] }) {
  const { field, set } = useShared(name, colorKey)
  return (
    <Select
      label={label}
      {...field}
      value={field.value || null}
      required
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('list.nothingFound')}
      data={options}
      onChange={(next) => set(next ?? '')}
    />
  )
}
