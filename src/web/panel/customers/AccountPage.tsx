import { Badge, Group, Title } from '@mantine/core'
import { IconActivity, IconClipboardList, IconFileInvoice, IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { AccountPage as Account } from '#shared/customers/accountPage.ts'
import type { Money } from '#shared/orders/orders.ts'
import { pages } from '#shared/pages.ts'
import { api } from '#web/api.ts'
import { formatCount, formatDateTime } from '#web/format.ts'
import { locale, t } from '#web/i18n.ts'
import { CreditBox } from '#web/ui/credit/CreditBox.tsx'
import { Totals } from '#web/ui/Totals.tsx'
import { Facts } from '../Facts.tsx'
import { useRecordQuery } from '../form/useRecordQuery.ts'
import { Hint } from '../Hint.tsx'
import { RecordPage } from '../Loaded.tsx'
import { type Column, DataTable } from '../list/DataTable.tsx'
import { OrderStateBadge } from '../orders/OrderBadges.tsx'
import { PageButton } from '../PageButton.tsx'
import { PageHead } from '../PageHead.tsx'
import { PageLink } from '../PageLink.tsx'
import { usePageParams, usePageTitle } from '../shell/pageAddress.ts'
import classes from './AccountPage.module.css'
import { CustomerTitle, customersLink } from './CustomerTitle.tsx'

/** By id or code. */
export function AccountPage() {
  const { id = '' } = usePageParams()
  const account = useRecordQuery(['account', id], (options) =>
    api.get('/api/Account/GetAccountPage', { id }, options),
  )
  usePageTitle(account.data?.currAccDescription)
  return (
    <RecordPage title={t('panel.account')} back={customersLink} query={account} height={600}>
      {(data) => <Found account={data} />}
    </RecordPage>
  )
}

function Found({ account }: { account: Account }) {
  const { months, brands, items } = account
  const hasOrders = months.some(({ orders }) => orders > 0)
  return (
    <>
      <PageHead
        back={customersLink}
        title={<CustomerTitle customer={account} />}
        marks={
          (account.isDeleted || account.isBlocked) && (
            <Badge color={account.isDeleted ? 'gray' : 'red'}>
              {t(account.isDeleted ? 'panel.customer.state.deleted' : 'panel.customer.state.blocked')}
            </Badge>
          )
        }
      />
      <Links account={account} />
      <div className={classes.columns}>
        <section className="box">
          <Title order={2} size="h5" mb="xs">
            {t('panel.customerEdit')}
          </Title>
          <About account={account} />
        </section>
        <section aria-label={t('panel.account.debts')}>
          <CreditBox credit={account.credit} isWhole />
        </section>
      </div>
      <OpenOrders account={account} />
      <Part title={t('panel.account.turnover')} text={t('panel.account.turnoverText')}>
        {hasOrders ? (
          <DataTable
            label={t('panel.account.turnover')}
            columns={monthColumns}
            rows={months.toReversed()}
            rowKey={({ month }) => month}
          />
        ) : (
          <Hint>{t('panel.account.noOrders')}</Hint>
        )}
      </Part>
      {hasOrders && (
        <div className={classes.columns}>
          <Bought title={t('panel.account.brands')} name={t('product.brand')} rows={brands} />
          <Bought title={t('panel.account.items')} name={t('order.product')} rows={items} />
        </div>
      )}
    </>
  )
}

function Links({ account: { id, currAccCode } }: { account: Account }) {
  const search = { search: { text: currAccCode } as never }
  return (
    <Group gap="sm" mb="md">
      <PageButton
        page={pages.statement}
        link={{ params: { code: currAccCode } as never }}
        Icon={IconFileInvoice}
        isMain
      />
      <PageButton page={pages.customerEdit} link={{ params: { id } as never }} Icon={IconPencil}>
        {t('panel.account.edit')}
      </PageButton>
      <PageButton page={pages.orders} link={search} Icon={IconClipboardList} />
      <PageButton page={pages.analysis} link={search} Icon={IconActivity} />
    </Group>
  )
}

function About({ account }: { account: Account }) {
  const { city, country, phone, email, priceGroup, salesPerson, credit, lastOrder, lastSignIn } = account
  return (
    <Facts
      className={classes.facts}
      facts={{
        [t('panel.customer.city')]: [city, country].filter(Boolean).join(', '),
        [t('panel.person.phone')]: phone && <bdi>{phone}</bdi>,
        [t('panel.person.email')]: email && <bdi>{email}</bdi>,
        [t('order.salesPerson')]: salesPerson,
        [t('panel.customer.priceGroup')]: <bdi>{priceGroup}</bdi>,
        [t('order.currency')]: credit.currencyCode,
        [t('panel.customer.whenOverdue')]: t(`panel.customer.overdueAction.${credit.whenOverdue}`),
        [t('panel.account.lastOrder')]: lastOrder ? (
          <>
            <PageLink page={pages.order} link={{ params: { orderId: lastOrder.orderId } as never }}>
              <bdi className="number">{lastOrder.orderNumber}</bdi>
            </PageLink>{' '}
            · {formatDateTime(lastOrder.at)}
          </>
        ) : (
          t('panel.account.never')
        ),
        [t('panel.account.lastSignIn')]: lastSignIn ? (
          <>
            <PageLink page={pages.userEdit} link={{ params: { id: lastSignIn.userId } as never }}>
              <bdi>{lastSignIn.username}</bdi>
            </PageLink>{' '}
            · {formatDateTime(lastSignIn.at)}
          </>
        ) : (
          t('panel.account.never')
        ),
      }}
    />
  )
}

function OpenOrders({ account: { openOrders, openCount } }: { account: Account }) {
  return (
    <Part title={t('credit.openOrders')}>
      {openOrders.length === 0 ? (
        <Hint>{t('panel.account.noOpen')}</Hint>
      ) : (
        <DataTable
          label={t('credit.openOrders')}
          columns={openColumns}
          rows={openOrders}
          rowKey={({ orderId }) => orderId}
          rowLink={({ orderId }) => ({ to: '/siparisler/$orderId', params: { orderId } })}
        />
      )}
      {openCount > openOrders.length && (
        <Hint mt="xs">{t('panel.account.moreOpen', { count: openCount })}</Hint>
      )}
    </Part>
  )
}

const amounts = (totals: Money[]) => <div>{totals.length > 0 ? <Totals totals={totals} /> : '–'}</div>

const openColumns: Column<Account['openOrders'][number]>[] = [
  { name: t('order.number'), cell: ({ orderNumber }) => <bdi className="number">{orderNumber}</bdi> },
  { name: t('order.date'), cell: ({ orderDate }) => formatDateTime(orderDate) },
  { name: t('order.state'), cell: ({ state }) => <OrderStateBadge state={state} /> },
  { name: t('order.netAmount'), isNumber: true, cell: ({ totals }) => amounts(totals) },
]

const monthFormat = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })

const monthColumns: Column<Account['months'][number]>[] = [
  { name: t('panel.account.month'), cell: ({ month }) => monthFormat.format(new Date(`${month}-01`)) },
  { name: t('panel.orders'), isNumber: true, cell: ({ orders }) => orders },
  { name: t('order.netAmount'), isNumber: true, cell: ({ totals }) => amounts(totals) },
]

const boughtColumns = (heading: string): Column<Account['items'][number]>[] => [
  {
    name: heading,
    cell: ({ name, code }) => (
      <>
        {code && (
          <>
            <bdi>{code}</bdi>{' '}
          </>
        )}
        {name}
      </>
    ),
  },
  { name: t('cart.pieces'), isNumber: true, cell: ({ pieces }) => <bdi>{formatCount(pieces)}</bdi> },
  { name: t('order.netAmount'), isNumber: true, cell: ({ totals }) => amounts(totals) },
]

function Bought({ title, name: heading, rows }: { title: string; name: string; rows: Account['items'] }) {
  return (
    <Part title={title}>
      <DataTable
        label={title}
        columns={boughtColumns(heading)}
        rows={rows}
        rowKey={({ name, code }) => `${code} ${name}`}
      />
    </Part>
  )
}

type PartProps = { title: string; text?: string; children: ReactNode }

function Part({ title, text, children }: PartProps) {
  return (
    <section className={classes.part}>
      <Title order={2} size="h5" mb={text ? 0 : 'xs'}>
        {title}
      </Title>
      {text && <Hint mb="xs">{text}</Hint>}
      {children}
    </section>
  )
}
