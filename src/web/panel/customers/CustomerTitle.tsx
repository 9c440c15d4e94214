import classes from './CustomerTitle.module.css'

type Named = { currAccDescription: string; currAccCode: string }

/** A customer's name with their code. */
export function CustomerTitle({ of }: { of: Named }) {
  return (
    <>
      {of.currAccDescription} <bdi className={classes.code}>{of.currAccCode}</bdi>
    </>
  )
}
