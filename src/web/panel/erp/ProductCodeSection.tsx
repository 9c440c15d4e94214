import { Button, Group, Table, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { codeParts, productCodeOf } from '#shared/erp/productCode.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { FormSection } from '../form/FormPage.tsx'
import classes from './Setup.module.css'
import type { Link } from './setupForm.ts'

type Props = Pick<Link, 'form'> & { isShown: boolean }

/** Pattern of the ERP's product codes, with examples. */
export function ProductCodeSection({ form, isShown }: Props) {
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
        const { productId: id, itemDim1Code: size, lotCode, barcode } = variant
        const name = [itemDescription, colorCode, size || lotCode].filter(Boolean).join(' · ')
        return [{ id, name, parts: { itemCode, colorCode, size, lotCode, barcode } }]
      })
    },
  })
}
