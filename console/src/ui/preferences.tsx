import MoonOutlined from '@ant-design/icons/es/icons/MoonOutlined'
import SunOutlined from '@ant-design/icons/es/icons/SunOutlined'
import { useText } from '#lib/i18n.ts'
import { useSystem, useTheme } from '#lib/system.ts'
import { text } from './text.ts'
import { ToolButton } from './tool-button.tsx'

export function LanguageSwitch() {
  const t = useText(text)
  const { lang, change } = useSystem()
  const other = lang === 'zh-CN' ? 'en-US' : 'zh-CN'
  return (
    <ToolButton
      onClick={() => change({ lang: other })}
      // Written in the other language, for users who cannot read this one; the accessible name begins with the visible text.
      lang={other}
      label={`${t('otherLanguage')} · ${t('toOtherLanguage')}`}
      title={t('toOtherLanguage')}
    >
      <span className="font-13 weight-600">{t('otherLanguage')}</span>
    </ToolButton>
  )
}

export function ThemeSwitch() {
  const t = useText(text)
  const change = useSystem((system) => system.change)
  const dark = useTheme() === 'dark'
  return (
    <ToolButton onClick={() => change({ theme: dark ? 'light' : 'dark' })} label={t(dark ? 'toLight' : 'toDark')}>
      {dark ? <SunOutlined aria-hidden /> : <MoonOutlined aria-hidden />}
    </ToolButton>
  )
}
