import { Alert, Autocomplete, Button, Group, Select, Switch, Table, Text, TextInput } from '@mantine/core'
import { IconPlugConnected, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link as RouterLink } from '@tanstack/react-router'
import { useState } from 'react'
import { type ErpKind, type ErpLinkShown, erpKinds } from '#shared/erp/erp.ts'
import { isShown as isFieldShown } from '#shared/erp/form.ts'
import { codeParts, productCodeOf } from '#shared/erp/productCode.ts'
import { erpDescriptions, shownFields } from '#shared/erp/settings.ts'
import { api, type CallOptions } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { usePriceGroups } from '../customers/choices.ts'
import { FormPage, FormSection, LoadAgain } from '../form/FormPage.tsx'
import { useRecordQuery } from '../form/useRecordQuery.ts'
import { IconAction, IconButton } from '../IconButton.tsx'
import { RecordPage } from '../Loaded.tsx'
import { refetch } from '../refetch.ts'
import { HostKeyOffer, offeredHostKey, TestResult } from './erpTest.tsx'
import { MappingSection } from './Mapping.tsx'
import { SettingField, settingText } from './SettingField.tsx'
import classes from './Setup.module.css'
import { ScheduleSection } from './schedule.tsx'
import { carriedFrom, type Link, useLinkForm } from './setupForm.ts'

export function SetupPart({ isShown }: { isShown: boolean }) {
  const query = useRecordQuery(['erpSetup'], callLink)
  return (
    <RecordPage title={t('panel.erp.setupTitle')} query={query} height={600}>
      {({ link }) => <Setup loaded={link} isShown={isShown} />}
    </RecordPage>
  )
}

const callLink = (options?: CallOptions) => api.get('/api/Erp/GetLink', {}, options)

/** What a form starts with; a new `number` starts it again. */
const freshForm = (stored: ErpLinkShown | undefined, number: number) => ({
  number,
  kind: stored?.kind ?? 'http',
  typed: {},
})

function Setup({ loaded, isShown }: { loaded: ErpLinkShown | undefined; isShown: boolean }) {
  const [stored, setStored] = useState(loaded)
  const [{ number, kind, typed }, setShown] = useState(() => freshForm(loaded, 0))
  return (
    <LinkForm
      key={`${kind} ${number}`}
      kind={kind}
      stored={stored}
      typed={typed}
      isShown={isShown}
      onKind={(next, values) => setShown({ number, kind: next, typed: { ...typed, ...carriedFrom(values) } })}
      onSaved={(saved) => {
        setStored(saved)
        void refetch('erpLink', 'erpSyncs')
      }}
      loadAgain={async () => {
        const { data } = await callLink()
        setStored(data.link)
        setShown(freshForm(data.link, number + 1))
      }}
    />
  )
}

type FormProps = Parameters<typeof useLinkForm>[1] & {
  kind: ErpKind
  isShown: boolean
  /** Chooses another kind, keeping what both have. */
  onKind: (kind: ErpKind, values: Record<string, unknown>) => void
  /** Loads what someone else saved. */
  loadAgain: () => Promise<void>
}

/** Drawn from the kind's description. */
function LinkForm({ kind, isShown, onKind, loadAgain, ...options }: FormProps) {
  const link = useLinkForm(kind, options)
  const { form, test, runTest, isStale } = link
  const { program = '', isUnproven, fetches, form: sections } = erpDescriptions[kind]
  return (
    <FormPage
      title={t('panel.erp.setupTitle')}
      // Ctrl+S must not save a hidden form.
      form={{ ...form, submit: () => (isShown ? form.submit() : undefined) }}
    >
      {isStale && <LoadAgain load={loadAgain} />}
      <TransferOff />
      {isUnproven && (
        <Alert
          color="yellow"
          mb="md"
          classNames={{ title: classes.warned }}
          title={t('panel.erp.unproven', { program })}
        >
          {t('panel.erp.unprovenText', { program })}
        </Alert>
      )}
      {sections.map((section, index) => {
        if (section === 'priceLists') return <PriceLists key={section} form={form} program={program} />
        if (typeof section === 'string')
          return <MappingSection key={section} where={section} link={link} isShown={isShown} />
        const { name, fields } = section
        return (
          <FormSection
            key={name}
            title={settingText(kind, name) ?? name}
            description={settingText(kind, `${name}Text`)}
          >
            {index === 0 && <KindField kind={kind} onChange={(next) => onKind(next, form.values)} />}
            {fields.map(
              (field) =>
                isFieldShown(field, form.values) && (
                  <SettingField key={field.name} field={field} link={link} isShown={isShown} />
                ),
            )}
          </FormSection>
        )
      })}
      <FormSection title={t('panel.erp.automatic')} columns={1}>
        <Switch
          label={t('panel.erp.isAutomatic')}
          description={t('panel.erp.isAutomaticText')}
          {...form.flag('isAutomatic')}
        />
      </FormSection>
      <ProductCodeSection form={form} isShown={isShown} />
      <ScheduleSection form={form} kinds={fetches} />
      <FormSection title={t('panel.erp.tryIt')} description={t('panel.erp.tryItText')} columns={1}>
        <Group>
          <IconButton Icon={IconPlugConnected} aria-busy={test.isTesting} onClick={() => runTest()}>
            {t('panel.erp.test')}
          </IconButton>
        </Group>
        <Result link={link} />
      </FormSection>
    </FormPage>
  )
}

function KindField({ kind, onChange }: { kind: ErpKind; onChange: (kind: ErpKind) => void }) {
  return (
    <Select<ErpKind>
      label={t('panel.erp.kind')}
      description={t('panel.erp.kindText')}
      allowDeselect={false}
      data={erpKinds.map((value) => ({
        value,
        label: erpDescriptions[value].program ?? settingText(value, 'name') ?? value,
      }))}
      value={kind}
      onChange={(next) => {
        if (next && next !== kind) onChange(next)
      }}
    />
  )
}

function Result({ link: { kind, form, test, runTest } }: { link: Link }) {
  const fingerprint = offeredHostKey(test)
  const takesKey = shownFields(kind, form.values).some(({ name }) => name === 'hostKey')
  if (!takesKey || !fingerprint) return <TestResult test={test} />
  const accept = () => {
    form.set('hostKey', fingerprint)
    runTest({ hostKey: fingerprint })
  }
  return <HostKeyOffer fingerprint={fingerprint} entered={String(form.values.hostKey)} onAccept={accept} />
}

/** The company's settings turn transfers off. */
function TransferOff() {
  if (settings.transferEnabled) return null
  return (
    <Alert color="yellow" mb="md">
      {t('panel.erp.transferOff')} <RouterLink to="/panel/settings">{t('panel.settings')}</RouterLink>
    </Alert>
  )
}

type PriceListsProps = {
  form: Link['form']
  /** The ERP's name. */
  program: string
}

function PriceLists({ form, program }: PriceListsProps) {
  const groups = usePriceGroups()
  const { priceLists } = form.values
  return (
    <FormSection
      title={t('panel.erp.priceLists')}
      description={t('panel.erp.priceListsText', { program })}
      columns={1}
    >
      {priceLists.length > 0 && (
        <ul className="plain">
          {priceLists.map((_, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows have no id
            <li key={index} className={classes.priceList}>
              <Autocomplete
                label={t('panel.customer.priceGroup')}
                data={groups}
                {...form.text(`priceLists.${index}.priceGroup`)}
                onChange={(group) => form.set(`priceLists.${index}.priceGroup`, group)}
              />
              <TextInput
                label={t('panel.erp.priceList', { program })}
                autoComplete="off"
                {...form.text(`priceLists.${index}.priceList`)}
              />
              <IconAction
                Icon={IconTrash}
                label={t('panel.erp.priceListRemove', { number: index + 1 })}
                onClick={() => form.remove('priceLists', index)}
              />
            </li>
          ))}
        </ul>
      )}
      {priceLists.length === 0 && <Text size="sm">{t('panel.erp.priceListsNone', { program })}</Text>}
      <IconButton
        Icon={IconPlus}
        w="fit-content"
        onClick={() => form.add('priceLists', { priceGroup: '', priceList: '' })}
      >
        {t('panel.erp.priceListAdd')}
      </IconButton>
    </FormSection>
  )
}

type ProductCodeSectionProps = Pick<Link, 'form'> & { isShown: boolean }

/** Pattern of the ERP's product codes, with examples. */
function ProductCodeSection({ form, isShown }: ProductCodeSectionProps) {
  const pattern = form.values.productCode ?? ''
  return (
    <FormSection title={t('panel.erp.productCode')} description={t('panel.erp.productCodeText')} columns={1}>
      <TextInput
        label={t('panel.erp.pattern')}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        className={classes.pattern}
        {...form.text('productCode')}
      />
      <Group gap="xs" role="group" aria-label={t('panel.erp.addPart')}>
        <Text size="sm" aria-hidden>
          {t('panel.erp.addPart')}
        </Text>
        {codeParts.map((part) => (
          <Button
            key={part}
            variant="default"
            size="sm"
            onClick={() => form.set('productCode', `${pattern}{${part}}`)}
          >
            {t(`panel.erp.part.${part}`)}
          </Button>
        ))}
      </Group>
      <Preview pattern={pattern} isShown={isShown} />
    </FormSection>
  )
}

function Preview({ pattern, isShown }: { pattern: string; isShown: boolean }) {
  const { data } = useExamples(isShown)
  if (!data || data.length === 0) return null
  return (
    <div className={classes.preview}>
      <Table aria-label={t('panel.erp.examples')} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('panel.erp.exampleProduct')}</Table.Th>
            <Table.Th>{t('panel.erp.exampleCode')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody aria-live="polite">
          {data.map(({ id, name, parts }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <bdi>{name}</bdi>
              </Table.Td>
              <Table.Td>
                <bdi dir="ltr" className={classes.code}>
                  {productCodeOf(pattern, parts) || '–'}
                </bdi>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

/** Five of the company's products, from different items if possible; the first as a lot. */
function useExamples(enabled: boolean) {
  return useQuery({
    queryKey: ['erpExamples'],
    enabled,
    queryFn: async ({ signal }) => {
      const { data } = await api.post('/api/Shop/GetProducts', { limit: 50 }, { signal })
      const byItem = [...Map.groupBy(data.items, ({ itemCode }) => itemCode).values()].flatMap(
        ([product]) => product ?? [],
      )
      const sample = [...new Set([...byItem, ...data.items])].slice(0, 5)
      const details = await Promise.all(
        sample.map(({ id }) => api.get('/api/Shop/GetProductById', { id }, { signal })),
      )
      return details.flatMap(({ data: { itemCode, colorCode, itemDescription, items } }, index) => {
        const variant = items.find(({ lotCode }) => (lotCode !== '') === (index === 0)) ?? items[0]
        if (!variant) return []
        const { productId: id, itemDim1Code: size, lotCode } = variant
        const name = [itemDescription, colorCode, size || lotCode].filter(Boolean).join(' · ')
        return [{ id, name, parts: { ...variant, itemCode, colorCode, size } }]
      })
    },
  })
}
