import BellOutlined from '@ant-design/icons/es/icons/BellOutlined'
import BgColorsOutlined from '@ant-design/icons/es/icons/BgColorsOutlined'
import ColumnHeightOutlined from '@ant-design/icons/es/icons/ColumnHeightOutlined'
import FileSearchOutlined from '@ant-design/icons/es/icons/FileSearchOutlined'
import HomeOutlined from '@ant-design/icons/es/icons/HomeOutlined'
import LogoutOutlined from '@ant-design/icons/es/icons/LogoutOutlined'
import QuestionCircleOutlined from '@ant-design/icons/es/icons/QuestionCircleOutlined'
import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined'
import ThunderboltOutlined from '@ant-design/icons/es/icons/ThunderboltOutlined'
import TranslationOutlined from '@ant-design/icons/es/icons/TranslationOutlined'
import { useSignOut } from '#areas/accounts'
import { translator, useText } from '#lib/i18n.ts'
import { useSystem, useTheme } from '#lib/system.ts'
import { useOverlay } from '#ui/overlay/overlay.ts'
import { useActionsOfPage } from '#ui/page/page-actions.ts'
import { navigation } from '../navigation.tsx'
import { areaOf, usePlaces } from '../recent-pages.ts'
import { sections } from '../settings/sections.ts'
import { text as settingsText } from '../settings/text.ts'
import { notificationKey, useGoTo } from '../shortcuts/go-to.ts'
import { useSidebarForm } from '../sidebar/sidebar-mode.ts'
import { text as appText } from '../text.ts'
import type { Entry, EntryGroup } from './entry.ts'
import { text } from './text.ts'

export function useEntries(here: string): EntryGroup[] {
  const t = useText(text)
  const names = useText(appText)
  const { places } = usePlaces()
  const actions = useActionsOfPage((page) => page.groups).flat()
  const recent = places
    .filter(({ href }) => href !== here)
    // The page's actions should be visible without scrolling.
    .slice(0, actions.length > 0 ? 3 : 5)
    .map((page, _, pages): Entry => {
      const area = areaOf(page)
      const hasNamesake = pages.some(({ href, text: label }) => label === page.text && href !== page.href)
      return {
        key: `recent ${page.href}`,
        ...withIcon(area?.icon),
        ...(hasNamesake && area !== undefined ? { note: names(area.key) } : {}),
        ...page,
      }
    })
  const ofPage = actions.map(({ key, text: label, run, shortcut }): Entry => ({
    key: `action ${key}`,
    text: label,
    run,
    icon: ThunderboltOutlined,
    ...(shortcut === undefined ? {} : { keys: shortcut }),
  }))
  return [
    { key: 'recent', title: t('recent'), entries: recent },
    { key: 'actions', title: t('thisPage'), entries: ofPage },
    { key: 'pages', title: t('pages'), entries: usePages() },
    { key: 'commands', title: t('commands'), entries: useCommands() },
  ]
}

const withIcon = (icon: Entry['icon']) => (icon === undefined ? {} : { icon })

function useOther() {
  return useSystem((system) => system.lang) === 'zh-CN' ? 'en-US' : 'zh-CN'
}

function usePages(): Entry[] {
  const t = useText(text)
  const names = useText(appText)
  const titles = useText(settingsText)
  const other = useOther()
  const otherNames = translator(appText, other)
  const otherTitles = translator(settingsText, other)
  const areas = useGoTo().map(({ key, name, to }): Entry => {
    const icon =
      navigation.find((item) => item.key === name)?.icon ?? (name === 'home' ? HomeOutlined : SettingOutlined)
    return { key: `page ${to}`, text: names(name), also: otherNames(name), href: to, icon, keys: `g ${key}` }
  })
  const settings = sections.map(({ key, to }): Entry => ({
    key: `page ${to} section`,
    text: t('settingsOf', { section: titles(key) }),
    also: translator(text, other)('settingsOf', { section: otherTitles(key) }),
    href: to,
    icon: SettingOutlined,
  }))
  const imageSearch: Entry = {
    key: 'page image search',
    text: t('imageSearch'),
    also: translator(text, other)('imageSearch'),
    href: '/data-set/search',
    icon: FileSearchOutlined,
  }
  return [...areas, imageSearch, ...settings]
}

function useCommands(): Entry[] {
  const t = useText(text)
  const also = translator(text, useOther())
  const { lang, theme, density, change } = useSystem()
  const visible = useTheme()
  const { form, toggle } = useSidebarForm()
  const signOut = useSignOut()
  const show = useOverlay((overlay) => overlay.show)
  type Words = 'themeLight' | 'themeDark' | 'themeSystem' | 'compact' | 'comfortable' | 'collapse' | 'expand'
  const command = (
    text: Words | 'notifications' | 'shortcuts' | 'signOut',
    icon: Entry['icon'],
    run: () => void,
  ): Entry => ({
    key: `command ${text}`,
    text: t(text),
    also: also(text),
    run,
    ...withIcon(icon),
  })
  const other = lang === 'zh-CN' ? 'en-US' : 'zh-CN'
  return [
    visible === 'dark'
      ? command('themeLight', BgColorsOutlined, () => change({ theme: 'light' }))
      : command('themeDark', BgColorsOutlined, () => change({ theme: 'dark' })),
    ...(theme === 'system' ? [] : [command('themeSystem', BgColorsOutlined, () => change({ theme: 'system' }))]),
    {
      key: 'command language',
      text: t(lang === 'zh-CN' ? 'toEnglish' : 'toChinese'),
      also: 'language 语言',
      icon: TranslationOutlined,
      run: () => change({ lang: other }),
    },
    density === 'compact'
      ? command('comfortable', ColumnHeightOutlined, () => change({ density: 'comfortable' }))
      : command('compact', ColumnHeightOutlined, () => change({ density: 'compact' })),
    ...(form === 'drawer' ? [] : [command(form === 'expanded' ? 'collapse' : 'expand', undefined, toggle)]),
    { ...command('notifications', BellOutlined, () => show('notifications')), keys: `g ${notificationKey}` },
    { ...command('shortcuts', QuestionCircleOutlined, () => show('shortcuts')), keys: '?' },
    command('signOut', LogoutOutlined, () => void signOut()),
  ]
}
