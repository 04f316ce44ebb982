import { defaultLanguage, languages } from '@vermilion/contract/kernel/text'
import { z } from 'zod'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { useMedia } from './media.ts'

export type Theme = 'light' | 'dark'

export const themeChoices = ['light', 'dark', 'system'] as const
export const densities = ['comfortable', 'compact'] as const
export const motions = ['system', 'on', 'off'] as const
export const timeFormats = ['relative', 'absolute'] as const
export const timeZones = ['local', 'utc'] as const
export const pageSizes = [20, 50, 100] as const
export const startPages = ['/welcome', '/space/list', '/data-set/list', '/compute/tasks', '/model/list'] as const

export type Density = (typeof densities)[number]
export type TimeZone = (typeof timeZones)[number]

const studio = z.object({
  keymap: z
    .object({ preset: z.enum(['arrows', 'letters']), keys: z.record(z.string(), z.array(z.string()).readonly()) })
    .catch({ preset: 'arrows', keys: {} }),
  tools: z.record(z.string(), z.union([z.number(), z.boolean(), z.string()])).catch({}),
  advance: z.boolean().catch(true),
  minimap: z.boolean().catch(true),
  filmStrip: z.boolean().catch(true),
})
type StudioWishes = z.output<typeof studio>

/** Unknown values become defaults, because an older or newer console may have written them. */
const preferences = z.object({
  theme: z.enum(themeChoices).catch('light'),
  lang: z.enum(languages).catch(defaultLanguage),
  start: z.enum(startPages).catch('/welcome'),
  times: z.enum(timeFormats).catch('relative'),
  zone: z.enum(timeZones).catch('local'),
  pageSize: z.literal(pageSizes).catch(50),
  density: z.enum(densities).catch('comfortable'),
  reducedMotion: z.enum(motions).catch('system'),
  /** `auto` follows the window's width. */
  sidebar: z.enum(['auto', 'expanded', 'collapsed']).catch('auto'),
  /** The account and sample dataset of the tour; null when it is finished or dismissed. */
  firstSteps: z.object({ accountId: z.string(), datasetId: z.string() }).nullable().catch(null),
  studio: studio.catch(() => studio.parse({})),
  overlays: z.boolean().catch(true),
})

type Preferences = z.output<typeof preferences>

interface System extends Preferences {
  change: (changes: Partial<Preferences>) => void
  changeStudio: (changes: Partial<StudioWishes>) => void
}

const wishesFrom = (stored: unknown): Preferences => preferences.catch(() => preferences.parse({})).parse(stored)

export const useSystem = create<System>()(
  persist(
    (set) => ({
      ...wishesFrom({}),
      change: (changes) => set(changes),
      changeStudio: (changes) => set(({ studio: wished }) => ({ studio: { ...wished, ...changes } })),
    }),
    {
      name: 'system',
      partialize: ({ change: _, changeStudio: __, ...stored }) => stored,
      migrate: (stored) => stored as System,
      merge: (stored, now) => ({ ...now, ...wishesFrom(stored) }),
    },
  ),
)

keepDefaults()

function keepDefaults(): void {
  try {
    if (window.localStorage.getItem('system') === null) useSystem.setState({})
  } catch {
    // Without storage, the defaults hold for this page.
  }
}

export function useTheme(): Theme {
  const choice = useSystem((system) => system.theme)
  const dark = useMedia('(prefers-color-scheme: dark)')
  return choice === 'system' ? (dark ? 'dark' : 'light') : choice
}

export function useReducedMotion(): boolean {
  const choice = useSystem((system) => system.reducedMotion)
  const reduced = useMedia('(prefers-reduced-motion: reduce)')
  return choice === 'system' ? reduced : choice === 'on'
}

export function usePageSize(): number {
  return useSystem((system) => system.pageSize)
}
