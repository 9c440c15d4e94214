import { Switch, Text, TextInput } from '@mantine/core'
import type { z } from 'zod'
import { type getAttributes, saveAttributes } from '#shared/catalogue/attributes.ts'
import type { AttributeName } from '#shared/catalogue/listing.ts'
import { languages } from '#shared/tenancy.ts'
import { languageNames } from '#shared/text/languageNames.ts'
import { api, type CallOptions } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import type { Draft } from '../../form/draft.ts'
import { FormPage } from '../../form/FormPage.tsx'
import type { useRecordForm } from '../../form/useRecordForm.ts'
import { useRecordQuery } from '../../form/useRecordQuery.ts'
import { useStoredForm } from '../../form/useStoredForm.ts'
import { RecordPage } from '../../Loaded.tsx'
import { MoveButtons } from '../../MoveButtons.tsx'
import { ReloadNotice } from '../../settings/ReloadNotice.tsx'
import shared from '../NamesPage.module.css'
import classes from './Attributes.module.css'

/** Names of the ten product attributes, and which of them are shop filters. */
export function AttributesPage() {
  const query = useRecordQuery(['attributes'], callAttributes)
  return (
    <RecordPage title={t('panel.attributes')} query={query} height={900}>
      {(stored) => <AttributesEditor stored={stored} />}
    </RecordPage>
  )
}

const callAttributes = (options?: CallOptions) => api.get('/api/Shop/GetAttributes', {}, options)

function AttributesEditor({ stored }: { stored: StoredAttributes }) {
  const form = useStoredForm({
    schema: attributesSchema,
    stored,
    draftOf,
    save: async (values, version) =>
      (await api.post('/api/Shop/SaveAttributes', { ...values, version })).data,
    load: callAttributes,
    toStored: (values, before) => ({
      attributes: attributesSchema
        .parse(values)
        .attributes.flatMap((saved) =>
          before.attributes
            .filter(({ name }) => name === saved.name)
            .map((attribute) => ({ ...attribute, ...saved })),
        ),
    }),
  })
  return (
    <FormPage title={t('panel.attributes')} form={form}>
      <Text c="var(--ink-soft)" mb="md">
        {t('panel.attributeNames.text', { language: languageNames[settings.languages[0] ?? 'tr'] })}
      </Text>
      <AttributeList form={form} stored={form.current} />
      {isOutdated(form.current) && <ReloadNotice />}
    </FormPage>
  )
}

type AttributeListProps = { form: AttributesForm; stored: StoredAttributes }

function AttributeList({ form, stored }: AttributeListProps) {
  const { attributes } = form.values
  return (
    <ol className={shared.list}>
      {attributes.map(({ name, names }, index) => {
        const title = names?.[settings.languages[0] ?? 'tr'] || attributeTitle(name)
        return (
          <li key={name} className={classes.item}>
            <div className={classes.order}>
              <MoveButtons
                index={index}
                isLast={index === attributes.length - 1}
                label={(direction) =>
                  t(direction === 'up' ? 'panel.attributeNames.moveUp' : 'panel.attributeNames.moveDown', {
                    name: title,
                  })
                }
                onMove={(to) => form.move('attributes', index, to)}
              />
            </div>
            <div className={classes.what}>
              <h2 className={classes.title}>{attributeTitle(name)}</h2>
              <Examples name={name} stored={stored} />
            </div>
            <Switch
              className={classes.facet ?? ''}
              label={t('panel.attributeNames.facet')}
              aria-label={t('panel.attributeNames.facetLabel', { name: title })}
              {...form.flag(`attributes.${index}.isFacet`)}
            />
            <div className={classes.names}>
              {settings.languages.map((language) => (
                <TextInput
                  key={language}
                  label={languageNames[language]}
                  aria-label={`${attributeTitle(name)}, ${t('panel.attributeNames.nameIn', { language: languageNames[language] })}`}
                  maxLength={40}
                  lang={language}
                  dir={language === 'ar' ? 'rtl' : 'ltr'}
                  {...form.text(`attributes.${index}.names.${language}`)}
                />
              ))}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

const attributeTitle = (name: AttributeName) =>
  t('panel.product.attribute', { number: Number(name.slice(-2)) })

function Examples({ name, stored }: { name: AttributeName; stored: StoredAttributes }) {
  const { productCount = 0, examples = [] } =
    stored.attributes.find((candidate) => candidate.name === name) ?? {}
  if (productCount === 0) return <p className={classes.examples}>{t('panel.attributeNames.unused')}</p>
  return (
    <p className={classes.examples}>
      {t('home.productCount', { count: productCount })}: <bdi>{examples.join(', ')}</bdi>
    </p>
  )
}

type StoredAttributes = z.output<typeof getAttributes.reply>['data']

/** The version is added when saving. */
const attributesSchema = saveAttributes.input.omit({ version: true })

type Form = ReturnType<typeof useRecordForm<typeof attributesSchema, unknown>>
type AttributesForm = Pick<Form, 'text' | 'flag' | 'values' | 'move'>

/** Includes languages the shop does not offer, so that their names are kept. */
function draftOf({ attributes }: StoredAttributes): Draft<z.input<typeof attributesSchema>> {
  return { attributes: attributes.map(({ name, names, isFacet }) => ({ name, names, isFacet })) }
}

/** Whether this page shows names that have changed since it was loaded. */
function isOutdated({ attributes }: StoredAttributes): boolean {
  const offeredLanguages = languages.filter((language) => settings.languages.includes(language))
  const visibleNames = (list: { name: string; names: Record<string, string> }[]) =>
    JSON.stringify(
      list
        .map(({ name, names }) => [name, ...offeredLanguages.map((language) => names[language] ?? '')])
        .filter(([, ...labels]) => labels.some(Boolean)),
    )
  return visibleNames(attributes) !== visibleNames(settings.attributes ?? [])
}
