import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#web/api.ts'
import { useBuyer } from '../useBuyer.ts'
import classes from './Banner.module.css'

/** What the office wants buyers to see first. Its place is kept free until it is known. */
export function Banner() {
  const { userId, asked } = useBuyer()
  const { currAccCode } = asked
  const { data, isPending } = useQuery({
    queryKey: ['banner', userId, currAccCode],
    queryFn: async ({ signal }) => (await api.get('/api/Shop/GetBanner', { currAccCode }, { signal })).data,
  })
  if (isPending) return <div className={classes.place} />
  if (!data) return null
  const { bannerText, path, picture } = data
  const content = (
    <>
      {picture && <img src={picture} alt="" className={classes.picture} />}
      {bannerText && <p className={classes.text}>{bannerText}</p>}
    </>
  )
  return path ? (
    <Link to={path} className={classes.banner} data-link>
      {content}
    </Link>
  ) : (
    <div className={classes.banner}>{content}</div>
  )
}
