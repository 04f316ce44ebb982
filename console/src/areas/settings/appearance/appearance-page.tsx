import { useText } from '#lib/i18n.ts'
import { useMedia } from '#lib/media.ts'
import { densities, motions, themeChoices, useSystem, type Density, type Theme } from '#lib/system.ts'
import { Panel } from '#ui/page/page.tsx'
import { Choice } from '../choice.tsx'
import { text } from '../text.ts'
import styles from './pictures.module.css'

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
          options={themeChoices.map((value) => ({ value, text: t(value), picture: <ThemePicture theme={value} /> }))}
          onChange={(value) => change({ theme: value })}
        />
        <Choice
          title={t('density')}
          hint={t('densityHint')}
          value={density}
          options={densities.map((value) => ({ value, text: t(value), picture: <DensityPicture density={value} /> }))}
          onChange={(value) => change({ density: value })}
        />
        <Choice
          title={t('motion')}
          hint={t('motionHint')}
          value={reducedMotion}
          options={motions.map((value) => ({ value, text: t(nameOfMotion[value]) }))}
          onChange={(value) => change({ reducedMotion: value })}
        />
      </Panel>
      <p className="faint">{t('kept')}</p>
    </>
  )
}

/** The light and dark parts, split by a slanted edge. */
const halves = ['polygon(0 0, 94px 0, 62px 92px, 0 92px)', 'polygon(94px 0, 156px 0, 156px 92px, 62px 92px)']

function ThemePicture({ theme }: { theme: Theme | 'system' }) {
  const themes: readonly Theme[] = theme === 'system' ? ['light', 'dark'] : [theme]
  return (
    <svg
      viewBox="0 0 156 92"
      className={`${styles['picture']} block full-width radius-6`}
      aria-hidden
      focusable="false"
    >
      {themes.map((one, index) => (
        <g key={one} className={styles[one]} style={themes.length === 1 ? {} : { clipPath: halves[index] }}>
          <rect width="156" height="92" className={styles['ground']} />
          <rect width="34" height="92" className={styles['side']} />
          <circle cx="11" cy="11" r="4" className={styles['accent']} />
          <rect x="6" y="24" width="22" height="8" rx="2.5" className={styles['soft']} />
          <rect x="6" y="37" width="22" height="8" rx="2.5" className={styles['faint']} />
          <rect x="6" y="50" width="22" height="8" rx="2.5" className={styles['faint']} />
          <rect x="44" y="12" width="40" height="6" rx="2" className={styles['words']} />
          <rect x="122" y="10" width="24" height="10" rx="3" className={styles['accent']} />
          {[30, 46, 62].map((y) => (
            <g key={y}>
              <rect x="44" y={y} width="102" height="12" rx="3" className={styles['card']} />
              <rect x="49" y={y + 4} width="34" height="4" rx="2" className={styles['soft']} />
              <rect x="122" y={y + 4} width="18" height="4" rx="2" className={styles['faint']} />
            </g>
          ))}
        </g>
      ))}
    </svg>
  )
}

function DensityPicture({ density }: { density: Density }) {
  const step = density === 'compact' ? 12 : 20
  const rows = Array.from({ length: Math.floor(80 / step) }, (_, row) => 8 + row * step)
  return (
    <svg
      viewBox="0 0 156 92"
      className={`${styles['picture']} block full-width radius-6`}
      data-own
      aria-hidden
      focusable="false"
    >
      <rect width="156" height="92" className={styles['ground']} />
      {rows.map((y) => (
        <g key={y}>
          <rect x="12" y={y + step / 2 - 5} width="52" height="4.5" rx="2" className={styles['words']} />
          <rect x="112" y={y + step / 2 - 5} width="32" height="4.5" rx="2" className={styles['soft']} />
          <rect x="12" y={y + step - 1} width="132" height="0.8" className={styles['soft']} />
        </g>
      ))}
    </svg>
  )
}
