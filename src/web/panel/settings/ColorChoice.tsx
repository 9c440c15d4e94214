import { TextInput, type TextInputProps, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { t } from '#web/i18n.ts'
import { contrast } from '#web/ui/shades.ts'
import classes from './ColorChoice.module.css'

const presetColors = {
  '#409eff': t('panel.settings.color.lightBlue'),
  '#1890ff': t('panel.settings.color.blue'),
  '#304156': t('panel.settings.color.slate'),
  '#212121': t('panel.settings.color.black'),
  '#11a983': t('panel.settings.color.green'),
  '#13c2c2': t('panel.settings.color.turquoise'),
  '#6959cd': t('panel.settings.color.violet'),
  '#f5222d': t('panel.settings.color.red'),
}

export const isColor = (text: string) => /^#[0-9a-f]{6}$/.test(text)

/** Accepts pasted colours without '#' or in capitals. */
function normalizeColor(text: string): string {
  const color = text.trim().toLowerCase()
  return /^[0-9a-f]{6}$/.test(color) ? `#${color}` : color
}

type FieldProps = { color: string; onChoose: (text: string) => void; field: TextInputProps }

/** `onChoose` also gets incomplete colours. */
export function ColorField({ color, onChoose, field }: FieldProps) {
  const choose = (text: string) => onChoose(normalizeColor(text))
  return (
    <div>
      <Swatches color={color} onChoose={choose} />
      <TextInput
        mt="sm"
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
        {...field}
        onChange={(event) => choose(event.currentTarget.value)}
      />
    </div>
  )
}

type ChoiceProps = { label: string; color: string; onChoose: (color: string) => void }

/** Applies a colour as soon as it is valid. */
export function ColorChoice({ label, color, onChoose }: ChoiceProps) {
  const [typed, setTyped] = useState<string>()
  const text = typed ?? color.toLowerCase()
  return (
    <ColorField
      color={text}
      onChoose={(next) => {
        setTyped(isColor(next) ? undefined : next)
        if (isColor(next)) onChoose(next)
      }}
      field={{
        label,
        value: text,
        // Not while it may still become valid.
        error: (typed?.length ?? 0) > 6 ? t('field.invalid') : undefined,
        onBlur: () => setTyped(undefined),
      }}
    />
  )
}

function Swatches({ color, onChoose }: { color: string; onChoose: (color: string) => void }) {
  const name = useId()
  return (
    <fieldset className={classes.swatches}>
      <legend>{t('panel.settings.colors')}</legend>
      {Object.entries(presetColors).map(([preset, label]) => (
        <label key={preset} className={classes.swatch} title={label} style={{ background: preset }}>
          <input type="radio" name={name} checked={preset === color} onChange={() => onChoose(preset)} />
          <VisuallyHidden>{label}</VisuallyHidden>
          {preset === color && (
            <IconCheck size={20} stroke={2.5} color={checkMarkColor(preset)} aria-hidden />
          )}
        </label>
      ))}
    </fieldset>
  )
}

/** Black or white, whichever has more contrast. */
const checkMarkColor = (color: string) =>
  contrast(color, '#ffffff') >= contrast(color, '#000000') ? '#fff' : '#000'
