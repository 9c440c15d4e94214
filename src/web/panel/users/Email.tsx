import classes from './UserTable.module.css'

/** An e-mail address in a list; in a right-to-left one too it begins where the column does. */
export function Email({ of: { email } }: { of: { email: string } }) {
  if (!email) return '–'
  return (
    <span className={classes.email}>
      <bdi>{email}</bdi>
    </span>
  )
}
