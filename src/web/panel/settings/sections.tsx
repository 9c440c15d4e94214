import { Button, Checkbox, Group, Input, Select, Text } from '@mantine/core'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import type { z } from 'zod'
import { settingsFields } from '#shared/records/settingsFields.ts'
import { type TenantSettings, updateTenantSettings } from '#shared/settings.ts'
import { type Language, languages } from '#shared/tenancy.ts'
import { languageNames } from '#shared/text/languageNames.ts'
import { fold } from '#shared/text/text.ts'
import { maxPictureBytes } from '#shared/users/profile.ts'
import { roles } from '#shared/users/roles.ts'
import { api } from '#web/api.ts'
import { locale, t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { confirm } from '#web/ui/confirm.ts'
import { DayField } from '#web/ui/days/DayField.tsx'
import { Flag } from '#web/ui/Flag.tsx'
import { contrast, minTextContrast, shadesOf } from '#web/ui/shades.ts'
import { CurrencyField, PriceGroupField } from '../customers/CurrencyField.tsx'
import { Facts } from '../Facts.tsx'
import { FileChooser, pictureTypes } from '../files.tsx'
import type { Draft } from '../form/draft.ts'
import { FormSection } from '../form/FormPage.tsx'
import { RecordFields } from '../form/RecordFields.tsx'
import type { useRecordForm } from '../form/useRecordForm.ts'
import { Hint } from '../Hint.tsx'
import { IconButton } from '../IconButton.tsx'
import { AccountSelect } from '../users/AccountSelect.tsx'
import { ColorField, isColor } from './ColorChoice.tsx'
import classes from './Settings.module.css'

type Props = { form: SettingsForm }

export function ShopSection({ form }: Props) {
  return (
    <FormSection title={t('panel.settings.shop')}>
      <SettingFields form={form} names={['authRequired', 'orderAuthRequired']} />
      {!form.values.orderAuthRequired && (
        <AccountSelect
          label={t('panel.settings.guestAccountCode')}
          description={t('panel.settings.guestAccountCodeText')}
          {...form.choice('guestAccountCode')}
        />
      )}
      <SettingFields
        form={form}
        names={['oneCardPerItem', 'detailVisible', 'descriptionVisible', 'homeVisibleType', 'newDays']}
      />
      <PriceGroupField
        form={form}
        path="priceGroup"
        label={t('panel.settings.priceGroup')}
        description={t('panel.settings.priceGroupText')}
      />
      <PriceGroupField
        form={form}
        path="floorPriceGroup"
        label={t('panel.settings.floorPriceGroup')}
        description={t('panel.settings.floorPriceGroupText')}
      />
      <PriceGroupField
        form={form}
        path="retailPriceGroup"
        label={t('panel.settings.retailPriceGroup')}
        description={t('panel.settings.retailPriceGroupText')}
      />
      {form.values.retailPriceGroup && <SettingFields form={form} names={['retailPricesHaveTax']} />}
      <CurrencyField form={form} description={t('panel.settings.currencyText')} />
      <TimeZoneField form={form} />
    </FormSection>
  )
}

const timeZones = Intl.supportedValuesOf('timeZone')
const timeZoneOption = (value: string) => ({ value, label: value.replaceAll('_', ' ') })

function TimeZoneField({ form }: Props) {
  const field = form.choice('timeZone')
  // Browsers differ in the names that they list.
  const options = timeZones.includes(field.value ?? '') ? timeZones : [...timeZones, field.value ?? '']
  const data = options.map(timeZoneOption)
  return (
    <Select
      label={t('panel.settings.timeZone')}
      description={t('panel.settings.timeZoneText')}
      allowDeselect={false}
      searchable
      nothingFoundMessage={t('list.nothingFound')}
      data={data}
      filter={({ search }) => {
        // A chosen label would leave no other option, so show all.
        const isChosen = data.some(({ label }) => label === search)
        return isChosen ? data : data.filter(({ label }) => fold(label).includes(fold(search.trim())))
      }}
      {...field}
    />
  )
}

type Name = keyof typeof settingsFields

const SettingFields = ({ form, names }: Props & { names: readonly Name[] }) => (
  <RecordFields form={form} fields={settingsFields} names={names} />
)

export const OrderSection = ({ form }: Props) => (
  <FormSection title={t('panel.settings.orders')} columns={1}>
    <SettingFields
      form={form}
      names={[
        'transferEnabled',
        'holdFirstOrders',
        'discountReasonRequired',
        'heldStockHours',
        'customerCancelMinutes',
      ]}
    />
  </FormSection>
)

export const OnlineSection = ({ form }: Props) => (
  <FormSection title={t('panel.settings.online')}>
    <SettingFields form={form} names={['onlineExpire']} />
  </FormSection>
)

export const AdvancedSection = ({ form }: Props) => (
  <FormSection title={t('panel.settings.advanced')}>
    <SettingFields form={form} names={['imageExtension']} />
  </FormSection>
)

type CompanySectionProps = { form: SettingsForm; stored: TenantSettings; onLogo: (logo: string) => void }

/** Hosts and key can only be changed by the operator. */
export function CompanySection({ form, stored, onLogo }: CompanySectionProps) {
  return (
    <FormSection title={t('panel.settings.company')}>
      <SettingFields form={form} names={['displayName', 'address', 'taxOffice', 'taxNumber', 'phone']} />
      <PictureField name="logo" address={stored.logo} onChange={onLogo} />
      <div>
        <Facts
          className={classes.facts}
          facts={{
            [t('panel.settings.hosts')]:
              stored.hosts.length === 0 ? '–' : stored.hosts.map((host) => <bdi key={host}>{host}</bdi>),
            [t('panel.settings.key')]: <bdi>{stored.customerKey}</bdi>,
          }}
        />
        <Text size="xs" c="var(--ink-soft)" mt={4}>
          {t('panel.settings.hostsText')}
        </Text>
      </div>
    </FormSection>
  )
}

type BannerSectionProps = { form: SettingsForm; stored: TenantSettings; onPicture: (address: string) => void }

/** What the home page of the shop starts with. */
export function BannerSection({ form, stored, onPicture }: BannerSectionProps) {
  const day = (name: 'bannerFrom' | 'bannerTo') => (
    <DayField
      label={t(name === 'bannerFrom' ? 'panel.price.validFrom' : 'panel.price.validUntil')}
      path={name}
      isWide
      error={form.errorOf(name)}
      value={form.values[name] || undefined}
      onChange={(to) => form.set(name, to ?? '')}
    />
  )
  return (
    <FormSection title={t('panel.settings.banner')} description={t('panel.settings.bannerHint')}>
      <SettingFields form={form} names={['bannerText', 'bannerPath']} />
      <PictureField name="bannerPicture" address={stored.bannerPicture} onChange={onPicture} />
      <PriceGroupField
        form={form}
        path="bannerPriceGroup"
        label={t('panel.settings.bannerPriceGroup')}
        description={t('panel.settings.bannerPriceGroupText')}
      />
      {day('bannerFrom')}
      {day('bannerTo')}
    </FormSection>
  )
}

type LanguageSectionProps = { form: SettingsForm }

export function LanguageSection({ form }: LanguageSectionProps) {
  return (
    <FormSection title={t('panel.settings.languages')} columns={1}>
      <Choices
        form={form}
        path="languages"
        options={languages}
        label={t('panel.settings.languagesOffered')}
        description={t('panel.settings.languagesText')}
        className={classes.languages}
        nameOf={languageName}
      />
      <Select
        label={t('panel.settings.mainLanguage')}
        description={t('panel.settings.mainLanguageText')}
        allowDeselect={false}
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
        {...form.choice('mainLanguage')}
      />
    </FormSection>
  )
}

const languageName = (language: Language) => (
  <Group gap={8} wrap="nowrap">
    <Flag language={language} />
    <span lang={language}>{languageNames[language]}</span>
  </Group>
)

/** Admins only, as on the server: other editors of settings could exempt themselves. */
export function SecuritySection({ form }: LanguageSectionProps) {
  const isAdmin = useSession((session) => session.user?.roles.includes('admin') ?? false)
  const text = t('panel.settings.totpRolesText')
  return (
    <FormSection title={t('panel.settings.security')} columns={1}>
      <Choices
        form={form}
        path="totpRoles"
        options={roles}
        label={t('panel.settings.totpRoles')}
        description={isAdmin ? text : `${text} ${t('panel.settings.totpRolesAdmins')}`}
        className={classes.choices}
        isDisabled={!isAdmin}
        nameOf={(role) => t(`role.${role}`)}
      />
    </FormSection>
  )
}

type Path = 'languages' | 'totpRoles'
type ChoicesProps<Value extends string> = LanguageSectionProps & {
  path: Path
  options: readonly Value[]
  label: string
  description: string
  className: string | undefined
  isDisabled?: boolean
  nameOf: (value: Value) => ReactNode
}

function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { form, path, options, label, description, className, isDisabled = false, nameOf } = props
  return (
    <Checkbox.Group
      label={label}
      description={description}
      error={form.errorOf(path)}
      value={form.values[path]}
      // Fixed order, so that unticking and ticking again does not count as a change.
      onChange={(next) => form.set(path, options.filter((option) => next.includes(option as never)) as never)}
    >
      <div className={className}>
        {options.map((option, index) => (
          <Checkbox
            size="md"
            key={option}
            value={option}
            classNames={{ body: classes.choice, label: classes.choiceLabel }}
            disabled={isDisabled}
            label={nameOf(option)}
            // Focused when the choice is wrong.
            {...(index === 0 ? { 'data-path': path } : {})}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}

export function AppearanceSection({ form }: { form: SettingsForm }) {
  const color = (form.values.themeColor ?? '').toLowerCase()
  return (
    <FormSection title={t('panel.settings.appearance')} description={t('panel.settings.themeColorText')}>
      <ColorField
        color={color}
        onChoose={(text) => form.set('themeColor', text)}
        field={{ label: t('panel.settings.themeColor'), ...form.text('themeColor') }}
      />
      {isColor(color) && <ColorPreview color={color} />}
    </FormSection>
  )
}

const oneDecimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Previews a button and a link, and whether the colour was darkened. */
function ColorPreview({ color }: { color: string }) {
  const strong = shadesOf(color)[6]
  const ratio = contrast(color, '#ffffff')
  // Rounds down: 4.48 must not look like the required 4.5.
  const values = {
    contrast: oneDecimal.format(Math.floor(ratio * 10) / 10),
    needed: oneDecimal.format(minTextContrast),
  }
  return (
    <figure className={classes.preview}>
      <figcaption>{t('panel.settings.preview')}</figcaption>
      {/* Not interactive. */}
      <div className={classes.likeness} aria-hidden>
        <Button component="span" color={strong} className={classes.button}>
          {t('product.add')}
        </Button>
        <span style={{ color: strong }}>{t('product.details')}</span>
      </div>
      <Hint>
        {ratio < minTextContrast
          ? t('panel.settings.tooLight', { ...values, shade: strong })
          : t('panel.settings.darkEnough', values)}
      </Hint>
    </figure>
  )
}

type PictureFieldProps = {
  name: 'logo' | 'bannerPicture'
  /** '' for none. */
  address: string
  onChange: (address: string) => void
}

/** Saved at once, independent of the form. */
function PictureField({ name, address, onChange }: PictureFieldProps) {
  const say = (
    what: 'text' | 'upload' | 'replace' | 'remove' | 'removeTitle' | 'removeText' | 'removed' | 'saved',
  ) => t(`panel.settings.picture.${name}.${what}`)
  const label = t(name === 'logo' ? 'panel.settings.logo' : 'panel.settings.bannerPicture')
  const uploadButton = useRef<HTMLButtonElement>(null)
  const change = useMutation({
    networkMode: 'always',
    mutationFn: (file: File | undefined) => sendPicture(name, file),
    onSuccess: (saved) => {
      onChange(saved)
      notifyDone(say(saved ? 'saved' : 'removed'))
    },
    // The pressed button may be gone.
    onSettled: () => uploadButton.current?.focus(),
  })
  const isBusy = change.isPending
  const remove = async () => {
    const question = { title: say('removeTitle'), text: say('removeText'), action: say('remove') }
    if (await confirm({ ...question, isDangerous: true })) change.mutate(undefined)
  }
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={say('text')}
      error={change.error?.message}
      errorProps={{ role: 'alert' }}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      <Group gap="sm" className={classes[name]}>
        {address && <img src={address} alt={label} />}
        <FileChooser
          Icon={IconUpload}
          ref={uploadButton}
          accept={pictureTypes}
          aria-disabled={isBusy}
          onFile={(file) => isBusy || change.mutate(file)}
        >
          {say(address ? 'replace' : 'upload')}
        </FileChooser>
        {address && (
          <IconButton
            Icon={IconTrash}
            variant="subtle"
            color="red"
            aria-disabled={isBusy}
            onClick={() => isBusy || void remove()}
          >
            {say('remove')}
          </IconButton>
        )}
      </Group>
    </Input.Wrapper>
  )
}

/** Answers the address of the stored picture. Without a file it is removed. */
async function sendPicture(name: PictureFieldProps['name'], file: File | undefined): Promise<string> {
  if (!file) {
    await api.post(name === 'logo' ? '/api/Account/DeleteTenantLogo' : '/api/Account/DeleteBannerPicture', {})
    return ''
  }
  if (file.size > maxPictureBytes)
    throw new Error(t('panel.settings.picture.tooBig', { limit: maxPictureBytes / 1024 / 1024 }))
  if (name === 'logo') return (await api.upload('/api/Account/PostTenantLogo', file)).data.logo
  return (await api.upload('/api/Account/PostBannerPicture', file)).data.bannerPicture
}

/** The version is added when saving. */
export const settingsSchema = updateTenantSettings.input.omit({ version: true }).required()

type Form = ReturnType<typeof useRecordForm<typeof settingsSchema, unknown>>

export type SettingsForm = Pick<
  Form,
  'text' | 'number' | 'choice' | 'flag' | 'values' | 'set' | 'errorOf' | 'add' | 'move' | 'remove'
>

export function draftOf(stored: TenantSettings): Draft<z.input<typeof settingsSchema>> {
  const { customerKey: _key, hosts: _hosts, version: _version, ...draft } = stored
  const { logo: _logo, bannerPicture: _picture, ...fields } = draft
  return fields
}

const visibleSettings = [
  'displayName',
  'languages',
  'mainLanguage',
  'timeZone',
  'themeColor',
  'transferEnabled',
  'logo',
] as const

/** Whether this page shows settings that have changed since it was loaded. */
export function isOutdated(
  stored: Pick<TenantSettings, (typeof visibleSettings)[number] | 'taxRates' | 'taxRounding'>,
): boolean {
  const { taxRates: rates, taxRounding: rounding } = stored
  const tax = rates.length > 0 ? { rates, rounding } : undefined
  if (JSON.stringify(tax) !== JSON.stringify(settings.tax)) return true
  return visibleSettings.some((name) => JSON.stringify(stored[name]) !== JSON.stringify(settings[name]))
}
