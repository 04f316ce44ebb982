import RobotOutlined from '@ant-design/icons/es/icons/RobotOutlined'
import MenuFoldOutlined from '@ant-design/icons/es/icons/MenuFoldOutlined'
import MenuOutlined from '@ant-design/icons/es/icons/MenuOutlined'
import MenuUnfoldOutlined from '@ant-design/icons/es/icons/MenuUnfoldOutlined'
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import { Link, useLocation } from '@tanstack/react-router'
import { useText } from '#lib/i18n.ts'
import { useAssistant } from '#ui/assistant/assistant.ts'
import { useHasAssistant } from '#ui/assistant/use-has-assistant.ts'
import { Keys } from '#ui/keyboard/keys.tsx'
import { LanguageSwitch, ThemeSwitch } from '#ui/preferences.tsx'
import { useTitle } from '#ui/page/title.ts'
import { ToolButton } from '#ui/tool-button.tsx'
import styles from './header.module.css'
import { useOverlay } from '#ui/overlay/overlay.ts'
import type { SidebarForm } from '../sidebar/sidebar-mode.ts'
import { text } from '../text.ts'
import { Notifications } from './notifications.tsx'
import { type Step, useTrail } from '#ui/page/breadcrumb.ts'
import { useActiveItem } from '../active-item.ts'
import { isOfSettings } from '../navigation.tsx'

interface Props {
  form: SidebarForm
  menuOpen: boolean
  onMenu: () => void
}

export function Header({ form, menuOpen, onMenu }: Props) {
  const t = useText(text)
  const drawer = form === 'drawer'
  const expanded = drawer ? menuOpen : form === 'expanded'
  const Icon = drawer ? MenuOutlined : expanded ? MenuFoldOutlined : MenuUnfoldOutlined
  return (
    <header className={`${styles['header']} row rigid gap-8 border-bottom`}>
      <ToolButton
        onClick={onMenu}
        label={t(drawer ? 'openMenu' : expanded ? 'collapse' : 'expand')}
        aria-expanded={expanded}
        aria-controls="sidebar"
        className="rigid"
      >
        <Icon aria-hidden />
      </ToolButton>
      <Breadcrumb />
      <span
        className={`${styles['beta']} rigid radius-6 ground-tertiary text-tertiary font-11 weight-600 line-height-18`}
      >
        {t('beta')}
      </span>
      <div className={`${styles['tools']} row gap-2`}>
        <PaletteButton />
        <Notifications />
        <AssistantButton />
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
    </header>
  )
}

function PaletteButton() {
  const t = useText(text)
  const show = useOverlay((overlay) => overlay.show)
  return (
    <button
      type="button"
      className={`${styles['search']} inline-row faint relative gap-8 height-32 margin-right-6 border radius-8 ground-panel cursor-pointer narrow-width-36`}
      onClick={() => show('palette')}
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      title={t('palette')}
    >
      <SearchOutlined aria-hidden />
      <span className={`${styles['searchWords']} min-width-120 text-left`}>{t('goOrRun')}</span>
      <span className="narrow-hidden" aria-hidden>
        <Keys combination="Ctrl+k" />
      </span>
    </button>
  )
}

function AssistantButton() {
  const t = useText(text)
  const { isOpen, toggle } = useAssistant()
  if (!useHasAssistant()) return null
  return (
    <ToolButton
      label={t(isOpen ? 'closeAssistant' : 'openAssistant')}
      aria-expanded={isOpen}
      data-open={isOpen || undefined}
      aria-controls="assistant"
      onClick={() => toggle()}
    >
      <RobotOutlined aria-hidden />
    </ToolButton>
  )
}

function Breadcrumb() {
  const t = useText(text)
  const steps = useSteps()
  const message = steps.map(({ text: message }) => message).filter((message) => message !== '…')
  useTitle(...message.toReversed(), t('product'))
  return (
    <nav aria-label={t('breadcrumb')} className={`${styles['breadcrumb']} grow min-width-0`}>
      <ol className="flex min-width-0">
        {steps.map(({ text: message, to }, index) => (
          <li className="flex min-width-0 nowrap" key={index}>
            {index === steps.length - 1 || to === undefined ? (
              <span title={message} aria-current={index === steps.length - 1 ? 'page' : undefined}>
                {message}
              </span>
            ) : (
              <Link className="text-secondary hover-text-ink" to={to} title={message}>
                {message}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

function useSteps(): readonly Step[] {
  const t = useText(text)
  const path = useLocation({ select: ({ pathname }) => pathname })
  const steps = useTrail((trail) => trail.steps)
  const item = useActiveItem()
  if (item !== undefined)
    return [{ text: t(item.key), to: item.path }, ...steps.filter(({ to }, at) => at > 0 || to !== item.path)]
  if (isOfSettings(path)) return [{ text: t('settings'), to: '/settings/common' }, ...steps]
  if (path.includes('/welcome')) return [{ text: t('home') }, ...steps]
  return steps
}
