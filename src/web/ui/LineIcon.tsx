import classes from './LineIcon.module.css'

/** Tabler outlines joined to one path each, 24 × 24. */
const outlines = {
  bag: 'M6.331 8h11.339a2 2 0 0 1 1.977 2.304l-1.255 8.152a3 3 0 0 1 -2.966 2.544h-6.852a3 3 0 0 1 -2.965 -2.544l-1.255 -8.152a2 2 0 0 1 1.977 -2.304M9 11v-5a3 3 0 0 1 6 0v5',
  down: 'M6 9l6 6l6 -6',
  enter:
    'M9 8v-2a2 2 0 0 1 2 -2h7a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-7a2 2 0 0 1 -2 -2v-2M3 12h13l-3 -3M13 15l3 -3',
  help: 'M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0M12 16v.01M12 13a2 2 0 0 0 .914 -3.782a1.98 1.98 0 0 0 -2.414 .483',
  info: 'M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0M12 9h.01M11 12h1v4h1',
  left: 'M15 6l-6 6l6 6',
  minus: 'M5 12l14 0',
  plus: 'M12 5l0 14M5 12l14 0',
  right: 'M9 6l6 6l-6 6',
  scan: 'M5 12h14M3 7v-2a2 2 0 0 1 2 -2h2M3 17v2a2 2 0 0 0 2 2h2M17 3h2a2 2 0 0 1 2 2v2M17 21h2a2 2 0 0 0 2 -2v-2',
  search: 'M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0M21 21l-6 -6',
  user: 'M8 7a4 4 0 1 0 8 0a4 4 0 0 0 -8 0M6 21v-2a4 4 0 0 1 4 -4h4a4 4 0 0 1 4 4v2',
}

type Look = { size: number; className?: string | undefined }

/**
 * A decorative icon; put a label beside it. Much lighter than the icon library's, for frequent or early use.
 */
export function LineIcon({ name, size, className }: Look & { name: keyof typeof outlines }) {
  return <Outline path={outlines[name]} size={size} className={className} />
}

export function Outline({ path, size, className }: Look & { path: string }) {
  return (
    <svg
      className={className ? `${classes.icon} ${className}` : classes.icon}
      viewBox="0 0 24 24"
      width={size}
      aria-hidden
    >
      <path d={path} />
    </svg>
  )
}
