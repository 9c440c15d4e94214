import { Switch, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { languageNames } from '#shared/languageNames.ts'
import type { AttributeName } from '#shared/listing.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { IconAction } from '../../IconButton.tsx'
import shared from '../NamesPage.module.css'
import classes from './Attributes.module.css'
import type { AttributesForm, StoredAttributes } from './attributesForm.ts'

type Props = { form: AttributesForm; stored: StoredAttributes }

export function AttributeList({ form, stored }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const { attributes } = form.values
  const move = (index: number, to: number) => {
    flushSync(() => form.move('attributes', index, to))
    // The pressed button moved along, and is disabled at the ends of the list.
    const buttons = [...(list.current?.children[to]?.querySelectorAll<HTMLElement>('[data-move]') ?? [])]
    const sameDirection = buttons.find(({ dataset }) => dataset.move === (to < index ? 'up' : 'down'))
    const button = sameDirection?.matches(':disabled')
      ? buttons.find((candidate) => !candidate.matches(':disabled'))
      : sameDirection
    button?.focus()
  }
  return (
    <ol ref={list} className={shared.list}>
      {attributes.map(({ name, names }, index) => {
        const title = names?.[settings.languages[0] ?? 'tr'] || attributeTitle(name)
        return (
          <li key={name} className={classes.item}>
            <div className={classes.order}>
              <IconAction
                Icon={IconArrowUp}
                variant="default"
                data-move="up"
                disabled={index === 0}
                label={t('panel.attributeNames.moveUp', { name: title })}
                onClick={() => move(index, index - 1)}
              />
              <IconAction
                Icon={IconArrowDown}
                variant="default"
                data-move="down"
                disabled={index === attributes.length - 1}
                label={t('panel.attributeNames.moveDown', { name: title })}
                onClick={() => move(index, index + 1)}
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
