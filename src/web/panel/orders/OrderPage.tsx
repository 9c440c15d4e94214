import { Group, Paper, SimpleGrid, Skeleton, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OrderDetail } from '#shared/orders.ts'
import { api } from '#web/api.ts'
import { formatCount, formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { Money } from '#web/ui/Money.tsx'
import { ProductPhoto } from '#web/ui/ProductPhoto.tsx'
import { Totals } from '#web/ui/Totals.tsx'
import { listLink } from '../list/listLink.ts'
import classes from './OrderPage.module.css'
import { State } from './OrderTable.tsx'

const route = getRouteApi('/siparisler/$orderId')

export function OrderPage() {
  const { orderId } = route.useParams()
  const order = useQuery({
    queryKey: ['order', orderId],
    queryFn: async ({ signal }) =>
      (await api.get('/api/Shop/GetOrderById', { id: orderId }, { signal })).data,
  })
  return (
    <>
      <Text size="sm" mb={4}>
        <Link {...listLink('/siparisler/index')}>{t('panel.orders')}</Link>
      </Text>
      {order.error && <Failure error={order.error} onRetry={() => void order.refetch()} />}
      {order.isPending && <Skeleton height={420} radius="md" />}
      {order.data && <Detail order={order.data} />}
    </>
  )
}

function Detail({ order }: { order: OrderDetail }) {
  return (
    <>
      <Group mb="md" gap="sm">
        <Title order={1} size="h3">
          {t('order.title')} <bdi className="number">{order.orderNumber}</bdi>
        </Title>
        <State state={order.state} />
      </Group>
      <Paper withBorder radius="md" p="md" mb="md">
        <SimpleGrid component="dl" cols={{ base: 1, xs: 2, md: 4 }} spacing="sm" m={0}>
          <Fact name={t('order.customer')}>
            {order.currAccDescription} <bdi className={classes.code}>{order.currAccCode}</bdi>
          </Fact>
          {order.guest && (
            <Fact name={t('order.guest')}>
              {order.guest.name} · <bdi>{order.guest.phone}</bdi>
              {order.guest.email && (
                <>
                  {' · '}
                  <bdi>{order.guest.email}</bdi>
                </>
              )}
            </Fact>
          )}
          {order.subCurrAccName && <Fact name={t('cart.subAccount')}>{order.subCurrAccName}</Fact>}
          <Fact name={t('order.date')}>{formatDateTime(order.orderDate)}</Fact>
          <Fact name={t('order.salesPerson')}>{order.salesPerson}</Fact>
          <Fact name={t('order.type')}>{t(`orderType.short.${order.orderType}`)}</Fact>
          {settings.transferEnabled && (
            <Fact name={t('order.transfer')}>
              {order.transferedDate ? formatDateTime(order.transferedDate) : t('order.notTransferred')}
            </Fact>
          )}
          <Fact name={t('order.qty')}>{formatCount(order.qty)}</Fact>
          <Fact name={t('order.amount')}>
            <Totals totals={order.totals} />
          </Fact>
          {order.description && <Fact name={t('cart.description')}>{order.description}</Fact>}
        </SimpleGrid>
      </Paper>
      <Lines order={order} />
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Lines({ order }: { order: OrderDetail }) {
  return (
    <div className={classes.frame} tabIndex={0} role="region" aria-label={t('cart.lines')}>
      <Table verticalSpacing="xs" className={classes.lines}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('order.product')}</Table.Th>
            <Table.Th>{t('product.color')}</Table.Th>
            <Table.Th>{t('order.sizeOrLot')}</Table.Th>
            <Table.Th data-number>{t('order.unitPrice')}</Table.Th>
            <Table.Th data-number>{t('order.qty')}</Table.Th>
            <Table.Th data-number>{t('cart.pieces')}</Table.Th>
            <Table.Th data-number>{t('order.amount')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {order.lines.map((line) => (
            <Table.Tr key={line.productId}>
              <Table.Td>
                <div className={classes.product}>
                  <span className={classes.photo}>
                    <ProductPhoto of={line} />
                  </span>
                  <span>
                    {line.itemDescription}
                    <br />
                    <bdi className={classes.code}>{line.itemCode}</bdi>
                  </span>
                </div>
              </Table.Td>
              <Table.Td>{line.colorDescription}</Table.Td>
              <Table.Td>
                <bdi>{line.itemDim1Code || `${line.lotCode} (${line.lotDescription})`}</bdi>
              </Table.Td>
              <Table.Td data-number>
                <Money amount={line.unitPrice} currency={line.priceCurrencyCode} />
              </Table.Td>
              <Table.Td data-number>{formatCount(line.qty)}</Table.Td>
              <Table.Td data-number>{formatCount(line.qty * line.piecesPerLot)}</Table.Td>
              <Table.Td data-number>
                <Money amount={line.unitPrice * line.qty} currency={line.priceCurrencyCode} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
