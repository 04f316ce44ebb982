import MenuOutlined from '@ant-design/icons/es/icons/MenuOutlined'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useText } from '#lib/i18n.ts'
import { LanguageSwitch, ThemeSwitch } from '#ui/preferences.tsx'
import { ToolButton } from '#ui/tool-button.tsx'
import { type Step, useTrail } from '#ui/trail.ts'
import styles from './header.module.css'
import { activeItem } from './navigation.tsx'
import { text } from './text.ts'
import { WorkTray } from './work-tray.tsx'

/** The thin bar above every page: where the user is, and what is at hand everywhere. */
export function Header({ onMenu }: { onMenu: () => void }) {
  const t = useText(text)
  return (
    <header className={styles['header']}>
      <ToolButton className={styles['menu'] ?? ''} onClick={onMenu} label={t('openMenu')}>
        <MenuOutlined aria-hidden />
      </ToolButton>
      <Breadcrumb />
      <div className={styles['tools']}>
        <WorkTray />
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
    </header>
  )
}

function Breadcrumb() {
  const t = useText(text)
  const path = useLocation({ select: ({ pathname }) => pathname })
  const steps = useTrail((trail) => trail.steps)
  const item = activeItem(path)
  const area: Step | null =
    item !== undefined
      ? { words: t(item.key), to: item.path }
      : path.includes('/settings')
        ? { words: t('settings'), to: '/settings/common' }
        : path.includes('/welcome')
          ? { words: t('home') }
          : null
  const all = area === null ? steps : [area, ...steps]
  const last = all.at(-1)?.words
  useEffect(() => {
    document.title = last === undefined ? t('product') : `${last} · ${t('product')}`
  }, [last, t])
  return (
    <nav aria-label={t('breadcrumb')} className={styles['breadcrumb']}>
      <ol>
        {all.map(({ words, to }, place) => (
          <li key={place}>
            {place === all.length - 1 || to === undefined ? (
              <span aria-current={place === all.length - 1 ? 'page' : undefined}>{words}</span>
            ) : (
              <Link to={to}>{words}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
