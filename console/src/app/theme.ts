import type { MappingAlgorithm } from 'antd'
import type { ThemeConfig } from 'antd/es/config-provider'
import darkAlgorithm from 'antd/es/theme/themes/dark'
import defaultAlgorithm from 'antd/es/theme/themes/default'
import type { Density, Theme } from '#lib/system.ts'

const primary = '#ff5125'
export const base = { light: '#FCFCFC', dark: '#181818' } as const
const controlHeights = { comfortable: 36, compact: 30 } as const
const buttonRadius = 8

/** The class on the document's root that carries antd's tokens as CSS variables (`--ant-…`). */
export const variablesClass = 'vermilion'

/**
 * A neutral scale with a slightly warm tint. Small vermilion text uses `--text-accent`, which reaches a contrast of 4.5:1 where
 * #ff5125 does not; text on vermilion is dark instead of white for the same reason. Links are blue.
 */
const neutrals = {
  light: {
    colorBgContainer: '#ffffff',
    colorBgElevated: '#ffffff',
    colorBgLayout: base.light,
    colorText: '#1c1b1a',
    colorTextSecondary: '#55534f',
    colorTextTertiary: '#6b6964',
    colorTextQuaternary: '#a5a39d',
    colorTextPlaceholder: '#74726d',
    colorBorder: '#dddbd7',
    colorBorderSecondary: '#ebe9e6',
    colorFill: 'rgba(40, 34, 25, 0.12)',
    colorFillSecondary: 'rgba(40, 34, 25, 0.07)',
    colorFillTertiary: 'rgba(40, 34, 25, 0.045)',
    colorFillQuaternary: 'rgba(40, 34, 25, 0.025)',
    colorLink: '#2569bd',
    colorLinkHover: '#1d5498',
    colorLinkActive: '#174276',
    colorError: '#c81e3a',
    colorSuccess: '#1c7f4b',
    colorWarning: '#a35c00',
    colorInfo: '#2563b8',
  },
  dark: {
    colorBgContainer: '#1e1e1e',
    colorBgElevated: '#262625',
    colorBgLayout: base.dark,
    colorText: '#ecebe8',
    colorTextSecondary: '#b3b1ab',
    colorTextTertiary: '#98968f',
    colorTextQuaternary: '#65635e',
    colorTextPlaceholder: '#8d8b85',
    colorBorder: '#3b3a38',
    colorBorderSecondary: '#2b2b29',
    colorFill: 'rgba(255, 250, 240, 0.16)',
    colorFillSecondary: 'rgba(255, 250, 240, 0.1)',
    colorFillTertiary: 'rgba(255, 250, 240, 0.06)',
    colorFillQuaternary: 'rgba(255, 250, 240, 0.035)',
    colorLink: '#8ab8f0',
    colorLinkHover: '#a9cbf5',
    colorLinkActive: '#c3dbf8',
    colorError: '#f0647a',
    colorSuccess: '#4cc38a',
    colorWarning: '#e6a23c',
    colorInfo: '#6ea8f2',
  },
} as const

const ink = '#240a03'
/** The text color on the dark theme's light red. */
const darkInk = '#2b0410'

const fonts = {
  fontFamily:
    "-apple-system, BlinkMacSystemFont, 'Segoe UI', Inter, Roboto, 'Helvetica Neue', 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', 'WenQuanYi Micro Hei', sans-serif",
  fontFamilyCode:
    "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', 'Noto Sans Mono CJK SC', monospace",
}

const shadows = {
  light: '0 0 0 1px rgba(40, 34, 25, 0.06), 0 6px 20px -6px rgba(40, 34, 25, 0.16)',
  dark: '0 0 0 1px rgba(255, 250, 240, 0.08), 0 8px 24px -6px rgba(0, 0, 0, 0.6)',
}

/** Keeps our colors as given; the dark algorithm alone would darken the primary color. */
function exactly(theme: Theme): MappingAlgorithm {
  return (seed, map) => ({ ...(map ?? defaultAlgorithm(seed)), colorPrimary: primary, ...neutrals[theme] })
}

export interface Looks {
  theme: Theme
  density: Density
  reducedMotion: boolean
}

export function themeOf({ theme, density, reducedMotion }: Looks): ThemeConfig {
  return {
    algorithm: [theme === 'dark' ? darkAlgorithm : defaultAlgorithm, exactly(theme)],
    cssVar: { key: variablesClass },
    hashed: false,
    token: {
      colorPrimary: primary,
      colorBgBase: base[theme],
      ...neutrals[theme],
      colorTextLightSolid: '#ffffff',
      ...fonts,
      fontSize: 14,
      controlHeight: controlHeights[density],
      borderRadius: buttonRadius,
      borderRadiusLG: 10,
      borderRadiusSM: 6,
      motion: !reducedMotion,
      motionDurationSlow: '0.18s',
      motionDurationMid: '0.12s',
      motionDurationFast: '0.08s',
      boxShadow: shadows[theme],
      boxShadowSecondary: shadows[theme],
      wireframe: false,
    },
    components: {
      Button: {
        primaryColor: ink,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        dangerColor: theme === 'dark' ? darkInk : '#ffffff',
        fontWeight: 500,
        borderRadius: buttonRadius,
      },
      Segmented: {
        trackBg: 'var(--switch-track)',
        itemColor: neutrals[theme].colorTextSecondary,
        itemSelectedBg: 'var(--switch-chosen)',
        itemSelectedColor: neutrals[theme].colorText,
      },
      Tooltip: { colorBgSpotlight: theme === 'dark' ? '#3a3937' : '#2a2927' },
      Drawer: { footerPaddingInline: 24 },
      Form: { verticalLabelPadding: '0 0 6px', itemMarginBottom: density === 'compact' ? 14 : 20 },
    },
  }
}
