import MoonOutlined from '@ant-design/icons/es/icons/MoonOutlined'
import SunOutlined from '@ant-design/icons/es/icons/SunOutlined'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import styles from './preferences.module.css'
import { text } from './text.ts'

export function LanguageSwitch() {
  const t = useText(text)
  const { lang, setLanguage } = useSystem()
  const other = lang === 'zh-CN' ? 'en-US' : 'zh-CN'
  return (
    <button
      type="button"
      className={styles['tool']}
      onClick={() => setLanguage(other)}
      // Named in the other language, for whoever cannot read this one; begins with what is seen.
      lang={other}
      aria-label={`${t('otherLanguage')} · ${t('toOtherLanguage')}`}
      title={t('toOtherLanguage')}
    >
      <span className={styles['language']}>{t('otherLanguage')}</span>
    </button>
  )
}

export function ThemeSwitch() {
  const t = useText(text)
  const { theme, setTheme } = useSystem()
  const words = t(theme === 'dark' ? 'toLight' : 'toDark')
  return (
    <button
      type="button"
      className={styles['tool']}
      onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
      aria-label={words}
      title={words}
    >
      {theme === 'dark' ? <SunOutlined aria-hidden /> : <MoonOutlined aria-hidden />}
    </button>
  )
}
