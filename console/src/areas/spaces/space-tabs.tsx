import { Link } from '@tanstack/react-router'
import { useText } from '#lib/i18n.ts'
import styles from './space-tabs.module.css'
import { tabsText } from './tabs-text.ts'

const pages = {
  files: '/space/list/file/$id',
  generations: '/space/list/file/$id/generations',
  evaluations: '/space/list/file/$id/evaluations',
  report: '/space/list/file/$id/report',
} as const

interface SpaceTabsProps {
  spaceId: string
  active: keyof typeof pages
}

export function SpaceTabs({ spaceId, active }: SpaceTabsProps) {
  const t = useText(tabsText)
  return (
    <nav className={`${styles['tabs']} flex rigid gap-4 border-bottom scroll-x`} aria-label={t('pages')}>
      {(['files', 'generations', 'evaluations', 'report'] as const).map((key) => (
        <Link
          className="inline-row padding-0-12 text-secondary nowrap hover-text-ink"
          key={key}
          to={pages[key]}
          params={{ id: spaceId }}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={key === active ? 'page' : undefined}
        >
          {t(key)}
        </Link>
      ))}
    </nav>
  )
}
