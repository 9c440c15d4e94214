import classes from './CustomerTitle.module.css'

type CustomerName = { currAccDescription: string; currAccCode: string }

export function CustomerTitle({ customer }: { customer: CustomerName }) {
  return (
    <>
      {customer.currAccDescription} <bdi className={classes.code}>{customer.currAccCode}</bdi>
    </>
  )
}
