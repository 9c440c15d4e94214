import { actions, areas } from '#shared/officeTasks.ts'
import { openTo, type Page, type Permissions, pageIds, pages, panelTree } from '#shared/pages.ts'
import { t } from '#web/i18n.ts'

/** Names of the panel pages a user may open: menu entries and the pages in {@link assignablePages}. */
export function openPageNames(user: Permissions): string[] {
  const namesOf = (tree: readonly Page[]): string[] =>
    tree.flatMap((page) => {
      if (page.children) return namesOf(page.children)
      if (!page.hidden) return [t(page.title)]
      const label = assignablePages.get(page.pageId ?? 0)
      return label ? [label()] : []
    })
  return [...new Set(namesOf(openTo(panelTree, user)))]
}

/** Pages outside the menu that can be granted, e.g. 'Users: change'. */
const assignablePages = new Map(
  areas.flatMap((area) =>
    actions.map((action) => [
      pageIds[area][action] as number,
      () => `${t(pages[area].title)}: ${t(`panel.user.action.${action}`)}`,
    ]),
  ),
)
