import { Switch, Text, TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { api } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { ProductPhoto } from '#web/ui/ProductPhoto.tsx'
import { IconAction } from '../../IconButton.tsx'
import { useKnownPhotos } from '../../photos/knownPhotos.ts'
import { ProductPhotos } from '../../photos/ProductPhotos.tsx'
import classes from './Colors.module.css'
import { useItem, useItemStore, useProblem } from './ItemContext.ts'
import { colorName } from './itemDraft.ts'
import { removeColor, setColor } from './itemStore.ts'
import { SharedFields } from './SharedFields.tsx'

export function Colors() {
  const keys = useItem(({ draft }) => draft.colorKeys)
  if (keys.length === 0) return <Text c="var(--ink-soft)">{t('panel.product.noColors')}</Text>
  return (
    <ul className={classes.list}>
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
  const knownPhotos = useKnownPhotos(itemCode, color?.colorCode ?? '')
  if (!color) return null
  const withPhotos = { ...color, itemCode, ...knownPhotos }
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
          <IconChevronDown size={18} aria-hidden className={classes.chevron} />
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
          <Text size="sm" c="var(--ink-soft)" mt="md">
            {t('panel.product.ownFields')}
          </Text>
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
  const [isBusy, setIsBusy] = useState(false)
  if (!color) return null
  const name = colorName(color)
  const remove = async () => {
    const { id } = color
    if (isBusy) return
    setIsBusy(true)
    try {
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
    } catch (error) {
      notifyFailure(error)
      setIsBusy(false)
    }
  }
  return (
    <IconAction
      Icon={IconTrash}
      color="red"
      label={t('panel.person.deleteName', { name })}
      title={t('panel.person.deleteName', { name })}
      aria-busy={isBusy}
      onClick={() => void remove()}
    />
  )
}
