import classes from './UserTable.module.css'

/** In RTL lists too, aligned to the column's start. */
export function Email({ person: { email } }: { person: { email: string } }) {
  if (!email) return '–'
  return (
    <span className={classes.email}>
      <bdi>{email}</bdi>
    </span>
  )
}
