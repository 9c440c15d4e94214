import { Link } from '@tanstack/react-router'
import { type Page, pages, panelTree } from '#shared/pages.ts'
import { t } from '#web/i18n.ts'
import { useMenu } from '../access.ts'
import classes from './Header.module.css'
import { useTabs } from './tabStore.ts'
import { useCurrentPage } from './useCurrentPage.ts'
import { useBackToTab } from './useTabActions.ts'

type Crumb = { title: string; path: string | undefined }

export function Breadcrumb() {
  const { page } = useCurrentPage()
  const menu = useMenu()
  const back = useBackToTab()
  const customTitle = useTabs(({ titles, active }) => titles[active ?? ''])
  const crumbs = page ? buildCrumbs(page, menu, customTitle) : []
  return (
    <nav className={classes.crumbs} aria-label={t('panel.breadcrumb')}>
      <ol>
        {crumbs.map(({ title, path }, index) => (
          <li key={title} aria-current={index === crumbs.length - 1 ? 'page' : undefined}>
            {path && index < crumbs.length - 1 ? (
              <Link to={path} onClick={(event) => back(event, path)}>
                {title}
              </Link>
            ) : (
              title
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Dashboard, group and page, without duplicate titles. */
function buildCrumbs(page: Page, menu: readonly Page[], customTitle: string | undefined): Crumb[] {
  const ancestors = [pages.dashboard, ...pathTo(page, panelTree)].filter(isInBreadcrumb)
  const titleOf = (candidate: Page) =>
    customTitle && candidate.path === page.path ? customTitle : t(candidate.title)
  const crumbs = ancestors.map((candidate) => ({
    title: titleOf(candidate),
    path: linkPath(candidate, menu),
  }))
  const titles = crumbs.map(({ title }) => title)
  return crumbs
    .filter(({ title }, index) => titles.lastIndexOf(title) === index)
    .map(({ title, path }) => ({ title, path: path === page.path ? undefined : path }))
}

const isInBreadcrumb = (page: Page) => page.breadcrumb !== false

function pathTo(page: Page, tree: readonly Page[]): Page[] {
  for (const candidate of tree) {
    if (candidate.path === page.path) return [candidate]
    const rest = pathTo(page, candidate.children ?? [])
    if (rest.length > 0) return [candidate, ...rest]
  }
  return []
}

/** A group links to its first page in the user's menu. */
function linkPath(page: Page, menu: readonly Page[]): string | undefined {
  if (!page.children) return page.path
  const open = menu.find(({ path }) => path === page.path)
  return open?.children?.find((child) => !child.hidden)?.path
}
