import { createSignal } from './document/signal.ts'

/** Effect of a new mask on existing ones: `keep` paints below them, `replace` cuts them, `spare` paints around them. */
export const overlapRules = ['keep', 'replace', 'spare'] as const
export type OverlapRule = (typeof overlapRules)[number]

/** Effect of a closed outline: a new shape, or added to or subtracted from the selected one. */
export const outlineUses = ['shape', 'add', 'subtract'] as const
export type OutlineUse = (typeof outlineUses)[number]

export interface Settings {
  /** Diameter of brush and eraser in image pixels. */
  brushSize: number
  /** Maximum color distance of the magic wand, 0 to 255. */
  tolerance: number
  overlap: OverlapRule
  outlineUse: OutlineUse
  /** Tolerance of freehand drawing and simplification, in image pixels. */
  simplifying: number
  snapping: boolean
  sticky: boolean
  crosshair: boolean
  multipleClasses: boolean
}

export const defaultSettings: Settings = {
  brushSize: 24,
  tolerance: 32,
  overlap: 'keep',
  outlineUse: 'shape',
  simplifying: 1,
  snapping: false,
  sticky: true,
  crosshair: false,
  multipleClasses: false,
}

export const settingRanges = {
  brushSize: { min: 1, max: 1000 },
  tolerance: { min: 0, max: 255 },
  simplifying: { min: 0, max: 20 },
} as const

export interface SettingsStore {
  /** The same object until a change. */
  get: () => Settings
  set: (change: Partial<Settings>) => void
  subscribe: (listener: () => void) => () => void
}

export function createSettings(initial: Partial<Settings> = {}): SettingsStore {
  const changed = createSignal()
  let settings = withinRanges({ ...defaultSettings, ...initial })
  return {
    get: () => settings,
    set(change) {
      settings = withinRanges({ ...settings, ...change })
      changed.emit()
    },
    subscribe: changed.subscribe,
  }
}

/** Next brush size by key: a fifth more or less, at least one pixel. */
export function steppedBrush(size: number, direction: 1 | -1): number {
  return direction > 0 ? Math.max(size + 1, Math.round(size * 1.2)) : Math.min(size - 1, Math.round(size / 1.2))
}

function withinRanges(settings: Settings): Settings {
  const within = (key: keyof typeof settingRanges): number =>
    Math.min(settingRanges[key].max, Math.max(settingRanges[key].min, settings[key]))
  return {
    ...settings,
    brushSize: within('brushSize'),
    tolerance: within('tolerance'),
    simplifying: within('simplifying'),
  }
}
