import LogoutOutlined from '@ant-design/icons/es/icons/LogoutOutlined'
import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined'
import { Link, useLocation } from '@tanstack/react-router'
import Tooltip from 'antd/es/tooltip'
import { useEffect, useEffectEvent } from 'react'
import { useSignOut } from '#areas/accounts'
import { useText } from '#lib/i18n.ts'
import { Bird } from '#ui/bird.tsx'
import { useDisabledAreas } from './disabled-areas.tsx'
import { activeItem, navigation, type NavigationItem } from './navigation.tsx'
import styles from './sidebar.module.css'
import { text } from './text.ts'

/** The sidebar: 190px; icons only below 1100px; a drawer, open or not, below 720px. */
export function Sidebar({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText(text)
  const signOut = useSignOut()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const active = activeItem(path)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const escape = ({ key }: KeyboardEvent) => key === 'Escape' && close()
    addEventListener('keydown', escape)
    return () => removeEventListener('keydown', escape)
  }, [])
  return (
    <>
      <div className={styles['veil']} data-open={open} onClick={onClose} aria-hidden />
      <aside className={styles['sidebar']} data-open={open} aria-label={t('sidebar')}>
        <Link to="/welcome" className={styles['brand']} aria-label={`${t('product')} ${t('beta')}`}>
          <Bird size={24} />
          <span className={styles['name']}>{t('product')}</span> <span className={styles['beta']}>{t('beta')}</span>
        </Link>
        <nav aria-label={t('mainNavigation')} className={styles['items']}>
          {navigation.map((item) => (
            <Item key={item.key} item={item} active={item === active} onVisit={onClose} />
          ))}
        </nav>
        <div className={styles['bottom']}>
          <Tooltip title={t('settings')} placement="right" mouseEnterDelay={0.6}>
            <Link
              to="/settings/common"
              onClick={onClose}
              className={styles['item']}
              data-active={path.includes('/settings')}
            >
              <SettingOutlined aria-hidden />
              <span className={styles['label']}>{t('settings')}</span>
            </Link>
          </Tooltip>
          <Tooltip title={t('logout')} placement="right" mouseEnterDelay={0.6}>
            <button type="button" className={styles['item']} onClick={() => void signOut()}>
              <LogoutOutlined aria-hidden />
              <span className={styles['label']}>{t('logout')}</span>
            </button>
          </Tooltip>
        </div>
      </aside>
    </>
  )
}

function Item({ item, active, onVisit }: { item: NavigationItem; active: boolean; onVisit: () => void }) {
  const t = useText(text)
  const Icon = active ? item.activeIcon : item.icon
  const disabled = useDisabledAreas().includes(item.key)
  const content = (
    <>
      <Icon aria-hidden />
      <span className={styles['label']}>{t(item.key)}</span>
    </>
  )
  return (
    <Tooltip title={disabled ? t('areaDisabledHint') : t(`${item.key}Hint`)} placement="right" mouseEnterDelay={0.6}>
      {disabled ? (
        <button type="button" className={styles['item']} aria-disabled>
          {content}
        </button>
      ) : (
        <Link
          to={item.path}
          onClick={onVisit}
          className={styles['item']}
          data-active={active}
          aria-current={active ? 'page' : undefined}
        >
          {content}
        </Link>
      )}
    </Tooltip>
  )
}
