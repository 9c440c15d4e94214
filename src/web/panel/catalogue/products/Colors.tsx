import { Group, Select, Switch, Text, TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowBackUp, IconChevronDown, IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { attributeNames } from '#shared/catalogue/listing.ts'
import type { OfficeProduct } from '#shared/catalogue/products.ts'
import { api } from '#web/api.ts'
import { attributeLabel } from '#web/attributes.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { settings } from '#web/settings.ts'
import { ProductPhoto } from '#web/ui/ProductPhoto.tsx'
import { percentText } from '#web/ui/taxWords.ts'
import { Hint } from '../../Hint.tsx'
import { IconAction, IconButton } from '../../IconButton.tsx'
import { useCachedPhotos } from '../../photos/cachedPhotos.ts'
import { ProductPhotos } from '../../photos/ProductPhotos.tsx'
import { useBusy } from '../../useBusy.ts'
import { TextLanguages } from '../texts/TextLanguages.tsx'
import classes from './Colors.module.css'
import { colorName, draftOf, type ItemDraft, putColor, type SharedField } from './itemDraft.ts'
import { removeColor, setColor, setShared, useItem, useItemStore, useProblem } from './itemStore.ts'
import { useBrandOptions, useCategoryOptions } from './productChoices.ts'

export function Colors() {
  const keys = useItem(({ draft }) => draft.colorKeys)
  if (keys.length === 0) return <Text c="var(--ink-soft)">{t('panel.product.noColors')}</Text>
  return (
    <ul className="plain">
      {keys.map((key) => (
        <ColorRow key={key} colorKey={key} />
      ))}
    </ul>
  )
}

function ColorRow({ colorKey }: { colorKey: string }) {
  const store = useItemStore()
  const id = useId()
  const itemCode = useItem(({ draft }) => draft.itemCode)
  const color = useItem(({ draft }) => draft.colors[colorKey])
  const error = useProblem(`${colorKey} colorCode`)
  const rowsError = useItem(({ errors }) => errors[`${colorKey} items`])
  const [isOpen, setIsOpen] = useState(false)
  const cachedPhotos = useCachedPhotos(itemCode, color?.colorCode ?? '')
  if (!color) return null
  const withPhotos = { ...color, itemCode, ...cachedPhotos }
  const name = colorName(color)
  return (
    <li className={classes.color}>
      <div className={classes.line}>
        <span className={classes.photo}>
          <ProductPhoto of={withPhotos} />
        </span>
        <TextInput
          className={classes.code}
          label={t('panel.product.colorCode')}
          dir="ltr"
          maxLength={10}
          value={color.colorCode}
          error={error}
          aria-invalid={Boolean(error)}
          {...(color.id ? { readOnly: true, variant: 'filled' } : {})}
          onChange={(event) => setColor(store, colorKey, { colorCode: event.currentTarget.value })}
        />
        <TextInput
          className={classes.name}
          label={t('panel.product.colorName')}
          maxLength={255}
          value={color.colorDescription}
          rightSection={<TextLanguages kind="color" source={color.colorDescription} />}
          onChange={(event) => setColor(store, colorKey, { colorDescription: event.currentTarget.value })}
        />
        <Switch
          className={classes.switch}
          label={t('panel.product.isActive')}
          checked={color.isActive}
          onChange={(event) => setColor(store, colorKey, { isActive: event.currentTarget.checked })}
        />
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('panel.product.photosCount', {
            count: withPhotos.images.length,
            number: formatCount(withPhotos.images.length),
          })}
          <VisuallyHidden>{t('panel.product.colorDetails', { name })}</VisuallyHidden>
          <IconChevronDown size={18} aria-hidden className="chevron" />
        </UnstyledButton>
        <RemoveButton colorKey={colorKey} />
      </div>
      {rowsError && (
        <Text size="sm" c="red.9" role="alert">
          {rowsError}
        </Text>
      )}
      {isOpen && (
        <div id={id} className={classes.own}>
          {color.id ? (
            <ProductPhotos itemCode={itemCode} colorCode={color.colorCode} />
          ) : (
            <Text size="sm">{t('panel.product.photosLater')}</Text>
          )}
          <Hint mt="md">{t('panel.product.ownFields')}</Hint>
          <div className={classes.fields}>
            <SharedFields colorKey={colorKey} />
          </div>
        </div>
      )}
    </li>
  )
}

/** Deletes a stored colour at once; undo restores it. */
function RemoveButton({ colorKey }: { colorKey: string }) {
  const store = useItemStore()
  const color = useItem(({ draft }) => draft.colors[colorKey])
  const { button } = useBusy()
  if (!color) return null
  const name = colorName(color)
  const remove = async () => {
    const { id } = color
    if (id) await api.get('/api/Shop/DeleteProduct', { id })
    const undoRemove = removeColor(store, colorKey)
    store.setState(({ saved }) => ({
      saved: { ...saved, colorKeys: saved.colorKeys.filter((key) => key !== colorKey) },
    }))
    notifyDone(t('panel.person.deleted', { name }), {
      undo: async () => {
        if (id) {
          await api.post('/api/Shop/RestoreProduct', { id })
          // Delete and restore each raise the version.
          const version = (color.version ?? 0) + 2
          store.setState(({ saved }) => ({
            saved: {
              ...saved,
              colorKeys: [...saved.colorKeys, colorKey],
              colors: { ...saved.colors, [colorKey]: { ...(saved.colors[colorKey] ?? color), version } },
            },
          }))
          setColor(store, colorKey, { version })
        }
        undoRemove()
      },
    })
  }
  return (
    <IconAction
      Icon={IconTrash}
      color="red"
      label={t('panel.person.deleteName', { name })}
      title={t('panel.person.deleteName', { name })}
      {...button('remove', remove)}
    />
  )
}

type DeletedColorsProps = { deleted: OfficeProduct[]; loadAgain?: () => Promise<void> }

export function DeletedColors({ deleted }: DeletedColorsProps) {
  const store = useItemStore()
  const keys = useItem(({ draft }) => draft.colorKeys)
  const { button } = useBusy()
  const deletedColors = deleted.filter(({ id }) => !keys.includes(id))
  if (deletedColors.length === 0) return null
  const restore = async ({ id, itemCode, colorCode, colorDescription }: OfficeProduct) => {
    await api.post('/api/Shop/RestoreProduct', { id })
    const { data } = await api.get('/api/Shop/GetProductById', { id })
    const stored = draftOf(itemCode, [data])
    store.setState(({ draft, saved }) => {
      const [newDraft, newSaved] = [structuredClone(draft), structuredClone(saved)]
      putColor(newDraft, data)
      putColor(newSaved, data)
      // The same objects on both sides, so that nothing counts as changed.
      for (const target of [newDraft, newSaved]) {
        Object.assign(target.colors, stored.colors)
        Object.assign(target.rows, stored.rows)
      }
      return { draft: newDraft, saved: newSaved }
    })
    notifyDone(t('panel.person.restored', { name: colorDescription || colorCode }))
  }
  return (
    <Group gap="xs" mt="xs">
      <Hint>{t('panel.product.deletedColors')}</Hint>
      {deletedColors.map((product) => {
        const name = product.colorDescription || product.colorCode || product.itemCode
        return (
          <IconButton
            Icon={IconArrowBackUp}
            key={product.id}
            aria-label={t('panel.person.restoreName', { name })}
            {...button(product.id, () => restore(product))}
          >
            {name}
          </IconButton>
        )
      })}
    </Group>
  )
}

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
      {settings.tax && <TaxChoice colorKey={colorKey} rates={settings.tax.rates} />}
      <details className={classes.attributes}>
        <summary>
          {t('product.attributes')} ({count})
        </summary>
        <div className={classes.attributeFields}>
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
      rightSection={
        <TextLanguages kind={name === 'itemDescription' ? 'item' : 'value'} source={field.value} />
      }
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}

type Rates = NonNullable<typeof settings.tax>['rates']

/** The first rate is for products without a code. */
function TaxChoice({ colorKey, rates }: Scope & { rates: Rates }) {
  const { field, set } = useSharedField('taxCode', colorKey)
  const [first] = rates
  return (
    <Select
      label={t('tax.rateOfProduct')}
      {...field}
      placeholder={field.placeholder ?? t('tax.defaultRate', { percent: percentText(first?.percent ?? 0) })}
      value={field.value || null}
      clearable
      clearButtonProps={{ 'aria-label': t('action.clear') }}
      data={[
        ...rates.map(({ code, name, percent }) => ({
          value: code,
          label: [code, name, `${percentText(percent)} %`].filter(Boolean).join(' · '),
        })),
        ...(field.value && !rates.some(({ code }) => code === field.value)
          ? [{ value: field.value, label: field.value }]
          : []),
      ]}
      onChange={(next) => set(next ?? '')}
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
