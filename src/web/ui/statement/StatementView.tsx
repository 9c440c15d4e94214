import { Alert, Badge, Button, NativeSelect, Skeleton, Title } from '@mantine/core'
import { IconFileTypePdf, IconFileTypeXls } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  maxStatementRows,
  type Statement,
  type StatementOfCurrency,
  type StatementPaper,
  type StatementRow,
} from '#shared/customers/statement.ts'
import { api } from '#web/api.ts'
import { formatCount, formatDateTime, formatMoney } from '#web/format.ts'
import { language, t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { useSession } from '#web/session.ts'
import { owedText } from '../credit/owedText.ts'
import { DayField } from '../days/DayField.tsx'
import { type Day, formatDay } from '../days/days.ts'
import { Empty } from '../Empty.tsx'
import { Failure } from '../Failure.tsx'
import classes from './StatementView.module.css'

type Asked = { from?: Day | undefined; to?: Day | undefined; currencyCode?: string | undefined }

/** The statement of an account; without a code, of the user's own account. */
export function StatementView({ currAccCode }: { currAccCode?: string | undefined }) {
  const userId = useSession((session) => session.user?.id)
  const [asked, setAsked] = useState<Asked>({})
  const input = { currAccCode, ...asked }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['statement', userId, input],
    queryFn: async ({ signal }) => (await api.get('/api/Account/GetStatement', input, { signal })).data,
    placeholderData: keepPreviousData,
  })
  const [codes, setCodes] = useState<string[]>([])
  const found = data?.currencies.map(({ currencyCode }) => currencyCode) ?? []
  // Taken from the whole statement: a chosen currency leaves out the others.
  if (!asked.currencyCode && !isPlaceholderData && found.join() !== codes.join()) setCodes(found)
  if (!data && !error) return <Skeleton height={320} radius="lg" />
  return (
    <>
      <div className={classes.tools}>
        <DayField
          label={t('orders.from')}
          value={asked.from ?? data?.from}
          onChange={(from) => setAsked({ ...asked, from })}
        />
        <DayField
          label={t('orders.to')}
          value={asked.to ?? data?.to}
          onChange={(to) => setAsked({ ...asked, to })}
        />
        {codes.length > 1 && (
          <NativeSelect
            label={t('order.currency')}
            value={asked.currencyCode ?? ''}
            data={[
              { value: '', label: t('statement.allCurrencies') },
              ...codes.map((code) => ({ value: code, label: code })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              setAsked({ ...asked, currencyCode: value || undefined })
            }
          />
        )}
        <Downloads input={input} />
      </div>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data && !error && (
        <div aria-busy={isPlaceholderData}>
          <Found statement={data} />
        </div>
      )}
    </>
  )
}

const files = {
  pdf: ['/api/Account/GetStatementPdf', 'PDF', IconFileTypePdf],
  excel: ['/api/Account/GetStatementExcel', 'Excel', IconFileTypeXls],
} as const

function Downloads({ input }: { input: Asked & { currAccCode: string | undefined } }) {
  const [busy, setBusy] = useState<keyof typeof files>()
  const download = (kind: keyof typeof files) => {
    if (busy) return
    setBusy(kind)
    void api
      .download(files[kind][0], input)
      .catch(notifyFailure)
      .finally(() => setBusy(undefined))
  }
  return (
    <div className={classes.files}>
      {(['pdf', 'excel'] as const).map((kind) => {
        const [, name, Icon] = files[kind]
        return (
          <Button
            key={kind}
            variant="default"
            leftSection={<Icon size={18} aria-hidden />}
            loading={busy === kind}
            onClick={() => download(kind)}
          >
            {name}
          </Button>
        )
      })}
    </div>
  )
}

function Found({ statement: { currencies, papers, asOf, source, isCut } }: { statement: Statement }) {
  const when = asOf && formatDateTime(asOf)
  if (currencies.length === 0 && papers.length === 0) {
    return (
      <Empty title={t('statement.empty')}>
        <p>{when ? t('statement.emptyReported', { when }) : t('statement.emptyUnreported')}</p>
      </Empty>
    )
  }
  return (
    <>
      {when && source && <p className={classes.about}>{t(`statement.source.${source}`, { when })}</p>}
      {isCut && (
        <Alert color="yellow" my="sm">
          {t('statement.cut', { count: formatCount(maxStatementRows) })}
        </Alert>
      )}
      {currencies.map((one) => (
        <OfCurrency key={one.currencyCode} statement={one} />
      ))}
      {papers.length > 0 && <Papers papers={papers} />}
    </>
  )
}

const dayText = (day: string | undefined) => (day ? formatDay(day, language) : '')

function OfCurrency({ statement }: { statement: StatementOfCurrency }) {
  const { currencyCode, opening, closing, overdue, rows } = statement
  const money = (amount: number) => owedText(amount, currencyCode)
  return (
    <section className={classes.section} aria-label={currencyCode}>
      <div className={classes.head}>
        <Title order={2} size="h5">
          {currencyCode}
        </Title>
        {overdue > 0 && (
          <span className={classes.overdue}>
            {t('credit.overdue')} <bdi className="number">{money(overdue)}</bdi>
          </span>
        )}
      </div>
      <div className={classes.frame}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('statement.date')}</th>
              <th scope="col">{t('statement.kind')}</th>
              <th scope="col">{t('statement.due')}</th>
              <th scope="col" data-number>
                {t('statement.debit')}
              </th>
              <th scope="col" data-number>
                {t('statement.credit')}
              </th>
              <th scope="col" data-number>
                {t('credit.balance')}
              </th>
            </tr>
          </thead>
          <tbody>
            <SumRow name={t('statement.opening')} amount={money(opening)} />
            {rows.map((row, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows have no key and never move
              <tr key={index} data-overdue={row.isOverdue || undefined}>
                <td>{dayText(row.issuedOn)}</td>
                <td>
                  <About row={row} />
                  {row.openAmount !== 0 && row.openAmount !== row.amount && (
                    <div>
                      {t('statement.open')} <bdi className="number">{money(row.openAmount)}</bdi>
                    </div>
                  )}
                </td>
                <td>
                  {row.dueOn && (
                    <>
                      <span className={classes.label}>{t('statement.due')} </span>
                      {dayText(row.dueOn)}
                    </>
                  )}
                </td>
                <Amount name={t('statement.debit')} text={row.amount > 0 ? money(row.amount) : ''} />
                <Amount name={t('statement.credit')} text={row.amount < 0 ? money(-row.amount) : ''} />
                <Amount name={t('credit.balance')} text={money(row.balance)} />
              </tr>
            ))}
            <SumRow name={t('statement.closing')} amount={money(closing)} />
          </tbody>
        </table>
      </div>
    </section>
  )
}

function About({ row: { kind, number, description, isOverdue } }: { row: StatementRow }) {
  return (
    <>
      {t(`statement.kind.${kind}`)} <bdi className={classes.number}>{number}</bdi>{' '}
      {isOverdue && (
        <Badge component="span" color="red">
          {t('statement.isOverdue')}
        </Badge>
      )}
      {description && <div className="soft">{description}</div>}
    </>
  )
}

function Amount({ name, text }: { name: string; text: ReactNode }) {
  return (
    <td data-number data-empty={text === '' || undefined}>
      <span className={classes.label}>{name} </span>
      <bdi className="number">{text}</bdi>
    </td>
  )
}

function SumRow({ name, amount }: { name: string; amount: string }) {
  return (
    <tr data-sum>
      <th scope="row" colSpan={5}>
        {name}
      </th>
      <td data-number>
        <bdi className="number">{amount}</bdi>
      </td>
    </tr>
  )
}

function Papers({ papers }: { papers: StatementPaper[] }) {
  return (
    <section className={classes.section} aria-label={t('statement.papers')}>
      <Title order={2} size="h5">
        {t('statement.papers')}
      </Title>
      <div className={classes.frame}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('statement.due')}</th>
              <th scope="col">{t('statement.kind')}</th>
              <th scope="col">{t('statement.date')}</th>
              <th scope="col" data-number>
                {t('order.amount')}
              </th>
              <th scope="col" data-number>
                {t('statement.open')}
              </th>
            </tr>
          </thead>
          <tbody>
            {papers.map((paper, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows have no key and never move
              <tr key={index} data-overdue={paper.isOverdue || undefined}>
                <td>{dayText(paper.dueOn)}</td>
                <td>
                  <About row={paper} />
                </td>
                <td>
                  <span className={classes.label}>{t('statement.date')} </span>
                  {dayText(paper.issuedOn)}
                </td>
                <Amount
                  name={t('order.amount')}
                  text={formatMoney(Math.abs(paper.amount), paper.currencyCode)}
                />
                <Amount name={t('statement.open')} text={formatMoney(paper.openAmount, paper.currencyCode)} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
