import { Select, TextInput } from '@mantine/core'
import { attributeNames } from '#shared/listing.ts'
import { attributeLabel } from '#web/attributes.ts'
import { t } from '#web/i18n.ts'
import { useItem, useItemStore, useProblem } from './ItemContext.ts'
import type { ItemDraft, SharedField } from './itemDraft.ts'
import { setColor, setShared } from './itemStore.ts'
import { useBrandOptions, useCategoryOptions } from './productChoices.ts'
import classes from './SharedFields.module.css'

type Scope = { colorKey?: string | undefined }

/** Edits all colours at once, or only `colorKey`. */
export function SharedFields({ colorKey }: Scope) {
  const brandOptions = useBrandOptions()
  const categoryOptions = useCategoryOptions()
  const count = useItem(({ draft }) => filledAttributes(draft, colorKey))
  return (
    <>
      <SharedText field="itemDescription" label={t('panel.product.name')} colorKey={colorKey} isRequired />
      <SharedChoice field="brandId" label={t('product.brand')} colorKey={colorKey} options={brandOptions} />
      <SharedChoice
        field="categoryId"
        label={t('product.category')}
        colorKey={colorKey}
        options={categoryOptions}
      />
      <details className={classes.attributes}>
        <summary>
          {t('product.attributes')} ({count})
        </summary>
        <div className={classes.fields}>
          {attributeNames.map((name, index) => (
            <SharedText
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

/** Undefined if the colours differ. */
function commonValue(
  { shared, colorKeys, colors }: ItemDraft,
  field: SharedField,
  colorKey: string | undefined,
) {
  if (!colorKey && colorKeys.length === 0) return shared[field]
  const values = new Set((colorKey ? [colorKey] : colorKeys).map((key) => colors[key]?.[field] ?? ''))
  return values.size > 1 ? undefined : ([...values][0] ?? '')
}

function filledAttributes(draft: ItemDraft, colorKey: string | undefined): number {
  return attributeNames.filter((name) => commonValue(draft, name, colorKey) !== '').length
}

function useSharedField(field: SharedField, colorKey: string | undefined) {
  const store = useItemStore()
  const value = useItem(({ draft }) => commonValue(draft, field, colorKey))
  const errorKey = useItem(({ draft, errors }) =>
    (colorKey ? [colorKey] : draft.colorKeys)
      .map((key) => `${key} ${field}`)
      .find((candidate) => errors[candidate]),
  )
  const error = useProblem(errorKey ?? '')
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

function SharedText({ field: name, label, colorKey, isRequired }: FieldProps & { isRequired?: boolean }) {
  const { field, set } = useSharedField(name, colorKey)
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

function SharedChoice({ field: name, label, colorKey, options }: FieldProps & { options: Option[] }) {
  const { field, set } = useSharedField(name, colorKey)
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
