/** Styles of components that only the panel uses. */
import '@mantine/core/styles/AppShell.layer.css'
import '@mantine/core/styles/Burger.layer.css'
import '@mantine/core/styles/NavLink.layer.css'
import '@mantine/core/styles/Pagination.layer.css'
import '@mantine/core/styles/Progress.layer.css'
import '@mantine/core/styles/SimpleGrid.layer.css'
import '@mantine/core/styles/Table.layer.css'
import '@mantine/nprogress/styles.layer.css'
