import { useText } from '#lib/i18n.ts'
import { useMedia } from '#lib/media.ts'
import { densities, motions, themeChoices, useSystem } from '#lib/system.ts'
import { Panel } from '#ui/page/page.tsx'
import { Choice } from '../choice.tsx'
import { DensityPicture, ThemePicture } from './pictures.tsx'
import { text } from '../text.ts'

const nameOfMotion = { system: 'motionSystem', on: 'motionOn', off: 'motionOff' } as const

export function AppearancePage() {
  const t = useText(text)
  const { theme, density, reducedMotion, change } = useSystem()
  const systemIsDark = useMedia('(prefers-color-scheme: dark)')
  return (
    <>
      <Panel>
        <Choice
          title={t('theme')}
          hint={theme === 'system' ? t('systemNow', { theme: t(systemIsDark ? 'dark' : 'light') }) : t('themeHint')}
          value={theme}
          options={themeChoices.map((value) => ({ value, words: t(value), picture: <ThemePicture theme={value} /> }))}
          onChange={(value) => change({ theme: value })}
        />
        <Choice
          title={t('density')}
          hint={t('densityHint')}
          value={density}
          options={densities.map((value) => ({ value, words: t(value), picture: <DensityPicture density={value} /> }))}
          onChange={(value) => change({ density: value })}
        />
        <Choice
          title={t('motion')}
          hint={t('motionHint')}
          value={reducedMotion}
          options={motions.map((value) => ({ value, words: t(nameOfMotion[value]) }))}
          onChange={(value) => change({ reducedMotion: value })}
        />
      </Panel>
      <p className="faint">{t('kept')}</p>
    </>
  )
}
