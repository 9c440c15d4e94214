import type { ReactNode } from 'react'
import type { Language } from '#shared/tenancy.ts'

const stripes = (colours: string[], isUpright: boolean) =>
  colours.map((colour, index) => (
    <rect
      key={colour}
      fill={colour}
      {...(isUpright
        ? { x: index * 8, y: 0, width: 8, height: 16 }
        : { x: 0, y: (index * 16) / 3, width: 24, height: 16 / 3 })}
    />
  ))

const drawings: Record<Language, ReactNode> = {
  tr: (
    <>
      <rect width="24" height="16" fill="#e30a17" />
      <circle cx="9" cy="8" r="4" fill="#fff" />
      <circle cx="10" cy="8" r="3.2" fill="#e30a17" />
      <path d="M12.2 8l3.4-1.1-2.1 2.9V6.2l2.1 2.9z" fill="#fff" />
    </>
  ),
  en: (
    <>
      <rect width="24" height="16" fill="#012169" />
      <path d="M0 0l24 16M24 0L0 16" stroke="#fff" strokeWidth="3.2" />
      <path d="M0 0l24 16M24 0L0 16" stroke="#c8102e" strokeWidth="1.3" />
      <path d="M12 0v16M0 8h24" stroke="#fff" strokeWidth="5.3" />
      <path d="M12 0v16M0 8h24" stroke="#c8102e" strokeWidth="3.2" />
    </>
  ),
  fr: stripes(['#0055a4', '#ffffff', '#ef4135'], true),
  it: stripes(['#008c45', '#f4f9ff', '#cd212a'], true),
  ro: stripes(['#002b7f', '#fcd116', '#ce1126'], true),
  ru: stripes(['#ffffff', '#0039a6', '#d52b1e'], false),
  ar: (
    <>
      <rect width="24" height="16" fill="#006c35" />
      <path
        d="M5 6.5h14M7 4.5v2M10 4v2.5M13 4.5v2M16 4v2.5M6 11h11l-1.5-1v2z"
        stroke="#fff"
        strokeWidth="1"
        fill="#fff"
      />
    </>
  ),
}

export function Flag({ language }: { language: Language }) {
  return (
    <svg
      width="21"
      height="14"
      viewBox="0 0 24 16"
      style={{ borderRadius: 2, boxShadow: '0 0 0 1px rgb(0 0 0 / 12%)' }}
      aria-hidden="true"
    >
      {drawings[language]}
    </svg>
  )
}
