import { TextInput, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useId } from 'react'
import { t } from '#web/i18n.ts'
import { contrast } from '#web/ui/shades.ts'
import { FormSection } from '../form/FormSection.tsx'
import { ColorPreview } from './ColorPreview.tsx'
import classes from './Settings.module.css'
import type { SettingsForm } from './settingsForm.ts'

const offered = {
  '#409eff': t('panel.settings.color.lightBlue'),
  '#1890ff': t('panel.settings.color.blue'),
  '#304156': t('panel.settings.color.slate'),
  '#212121': t('panel.settings.color.black'),
  '#11a983': t('panel.settings.color.green'),
  '#13c2c2': t('panel.settings.color.turquoise'),
  '#6959cd': t('panel.settings.color.violet'),
  '#f5222d': t('panel.settings.color.red'),
}

const isColor = (text: string) => /^#[0-9a-f]{6}$/.test(text)

/** A colour as people paste it: with or without the sign, capitals or not. */
function written(text: string): string {
  const color = text.trim().toLowerCase()
  return /^[0-9a-f]{6}$/.test(color) ? `#${color}` : color
}

/** The colour of buttons and links: one of some, or any, with what becomes of it. */
export function AppearanceSection({ form }: { form: SettingsForm }) {
  const color = (form.values.themeColor ?? '').toLowerCase()
  const choose = (text: string) => form.set('themeColor', written(text))
  return (
    <FormSection title={t('panel.settings.appearance')} description={t('panel.settings.themeColorText')}>
      <div>
        <Swatches color={color} onChoose={choose} />
        <TextInput
          mt="sm"
          label={t('panel.settings.themeColor')}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          leftSectionWidth={52}
          leftSectionPointerEvents="all"
          leftSection={
            <input
              type="color"
              className={classes.picker}
              aria-label={t('panel.settings.pickColor')}
              value={isColor(color) ? color : '#000000'}
              onChange={(event) => choose(event.currentTarget.value)}
            />
          }
          {...form.text('themeColor')}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      </div>
      {isColor(color) && <ColorPreview color={color} />}
    </FormSection>
  )
}

function Swatches({ color, onChoose }: { color: string; onChoose: (color: string) => void }) {
  const name = useId()
  return (
    <fieldset className={classes.swatches}>
      <legend>{t('panel.settings.colors')}</legend>
      {Object.entries(offered).map(([one, label]) => (
        <label key={one} className={classes.swatch} title={label} style={{ background: one }}>
          <input type="radio" name={name} checked={one === color} onChange={() => onChoose(one)} />
          <VisuallyHidden>{label}</VisuallyHidden>
          {one === color && <IconCheck size={20} stroke={2.5} color={markOn(one)} aria-hidden />}
        </label>
      ))}
    </fieldset>
  )
}

/** Black or white, whichever is seen better on the colour. */
const markOn = (color: string) => (contrast(color, '#ffffff') >= contrast(color, '#000000') ? '#fff' : '#000')
