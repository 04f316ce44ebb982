import LogoutOutlined from '@ant-design/icons/es/icons/LogoutOutlined'
import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined'
import { Link, useLocation } from '@tanstack/react-router'
import Tooltip from 'antd/es/tooltip'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useSignOut } from '#areas/accounts'
import { useText } from '#lib/i18n.ts'
import { Bird } from '#ui/feedback/bird.tsx'
import { useActiveItem } from '../active-item.ts'
import { useDisabledAreas } from '../disabled-areas.tsx'
import { isOfSettings, navigation, type NavigationItem } from '../navigation.tsx'
import type { SidebarForm } from './sidebar-mode.ts'
import styles from './sidebar.module.css'
import { text } from '../text.ts'

interface Props {
  form: SidebarForm
  /** The drawer's state on a phone; ignored in the other forms. */
  open: boolean
  onClose: () => void
}

export function Sidebar({ form, open, onClose }: Props) {
  const t = useText(text)
  const signOut = useSignOut()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const active = useActiveItem()
  const drawer = form === 'drawer'
  const aside = useRef<HTMLElement>(null)
  useDrawerFocus(aside, drawer && open, onClose)
  return (
    <>
      {drawer && <div className={`${styles['veil']} hidden`} data-open={open} onClick={onClose} aria-hidden />}
      <aside
        ref={aside}
        id="sidebar"
        className={`${styles['sidebar']} stack rigid border-right ground-quaternary`}
        data-form={form}
        data-open={open}
        aria-label={t('sidebar')}
        {...(drawer ? { role: 'dialog', 'aria-modal': true, inert: !open } : {})}
      >
        <Link
          to="/welcome"
          onClick={onClose}
          className={`${styles['brand']} row gap-8 height-44 margin-bottom-10 padding-0-8 text-ink font-16 hover-text-ink hover-no-underline`}
          aria-label={t('product')}
        >
          <Bird size={24} />
          <span className={styles['name']}>{t('product')}</span>
        </Link>
        <nav aria-label={t('mainNavigation')} className="stack gap-2">
          {navigation.map((item) => (
            <Item key={item.key} item={item} active={item === active} form={form} onVisit={onClose} />
          ))}
        </nav>
        <div className="stack gap-2 push-down" style={{ paddingTop: 10 }}>
          <Hint text={drawer ? '' : t('settings')}>
            <Link
              to="/settings/common"
              onClick={onClose}
              className={`${styles['item']} quiet-button row relative rigid gap-10 full-width height-44 padding-0-10 radius-8 text-secondary weight-500 text-left hover-ground-tertiary hover-text-ink hover-no-underline`}
              data-active={isOfSettings(path)}
            >
              <SettingOutlined aria-hidden />
              <span className={`${styles['label']} min-width-0 break-anywhere`}>{t('settings')}</span>
            </Link>
          </Hint>
          <Hint text={drawer ? '' : t('logout')}>
            <button
              type="button"
              className={`${styles['item']} quiet-button row relative rigid gap-10 full-width height-44 padding-0-10 radius-8 text-secondary weight-500 text-left hover-ground-tertiary hover-text-ink hover-no-underline`}
              onClick={() => void signOut()}
            >
              <LogoutOutlined aria-hidden />
              <span className={`${styles['label']} min-width-0 break-anywhere`}>{t('logout')}</span>
            </button>
          </Hint>
        </div>
      </aside>
    </>
  )
}

function useDrawerFocus(drawer: RefObject<HTMLElement | null>, open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!open) return
    const opener = document.activeElement
    const first = drawer.current?.querySelector<HTMLElement>('[aria-current=page]')
    const begin = first ?? drawer.current?.querySelector<HTMLElement>('a')
    begin?.focus()
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      close()
    }
    addEventListener('keydown', escape)
    return () => {
      removeEventListener('keydown', escape)
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [drawer, open])
}

/** A tooltip beside an entry; none in a drawer, which would cover it. */
function Hint({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Tooltip title={text} placement="right" mouseEnterDelay={0.6}>
      {children}
    </Tooltip>
  )
}

interface ItemProps {
  item: NavigationItem
  active: boolean
  form: SidebarForm
  onVisit: () => void
}

function Item({ item, active, form, onVisit }: ItemProps) {
  const t = useText(text)
  const Icon = active ? item.activeIcon : item.icon
  const disabled = useDisabledAreas().includes(item.key)
  const hint = t(disabled ? 'areaDisabledHint' : `${item.key}Hint`)
  const hints: Record<SidebarForm, string> = { collapsed: `${t(item.key)} · ${hint}`, expanded: hint, drawer: '' }
  const content = (
    <>
      <Icon aria-hidden />
      <span className={`${styles['label']} min-width-0 break-anywhere`}>{t(item.key)}</span>
    </>
  )
  return (
    <Hint text={hints[form]}>
      {disabled ? (
        <button
          type="button"
          className={`${styles['item']} quiet-button row relative rigid gap-10 full-width height-44 padding-0-10 radius-8 text-secondary weight-500 text-left hover-ground-tertiary hover-text-ink hover-no-underline`}
          aria-disabled
        >
          {content}
        </button>
      ) : (
        <Link
          to={item.path}
          onClick={onVisit}
          className={`${styles['item']} quiet-button row relative rigid gap-10 full-width height-44 padding-0-10 radius-8 text-secondary weight-500 text-left hover-ground-tertiary hover-text-ink hover-no-underline`}
          data-active={active}
          aria-current={active ? 'page' : undefined}
        >
          {content}
        </Link>
      )}
    </Hint>
  )
}
