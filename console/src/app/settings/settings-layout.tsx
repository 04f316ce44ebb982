import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useText } from '#lib/i18n.ts'
import { Page, PageHeading } from '#ui/page/page.tsx'
import { usePageTrail } from '#ui/page/breadcrumb.ts'
import { useScrollStrip } from '#ui/page/scroll-strip.ts'
import strips from '#ui/page/scroll-strip.module.css'
import { sectionGroups, sections } from './sections.ts'
import styles from './settings-layout.module.css'
import { text } from './text.ts'

export function SettingsLayout() {
  const t = useText(text)
  const path = useLocation({ select: ({ pathname }) => pathname })
  const open = sections.find(({ to }) => path.endsWith(to))
  usePageTrail(...(open === undefined ? [] : [{ text: t(open.key) }]))
  const strip = useScrollStrip<HTMLElement>(open === undefined ? -1 : sections.indexOf(open))
  return (
    <Page>
      <PageHeading title={t('title')} />
      <div className={`${styles['columns']} grid align-start`}>
        <nav
          ref={strip}
          aria-label={t('title')}
          className={`${styles['sections']} ${strips['strip']} stack sticky gap-2`}
        >
          {sectionGroups.map((group) => (
            <Fragment key={group.key}>
              <span className={`${styles['group']} hint padding-4-12 narrow-hidden`}>{t(group.key)}</span>
              {group.sections.map(({ key, to }) => (
                <Link
                  className="padding-6-12 radius-8 text-secondary hover-ground-tertiary hover-text-ink narrow-rigid"
                  key={key}
                  to={to}
                  activeProps={{ 'aria-current': 'page' }}
                >
                  {t(key)}
                </Link>
              ))}
            </Fragment>
          ))}
        </nav>
        <div className={`${styles['section']} stack min-width-0`}>
          <Outlet />
        </div>
      </div>
    </Page>
  )
}
