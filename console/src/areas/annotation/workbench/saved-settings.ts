import { defaultSettings, type Settings } from '@vermilion/canvas/editor/settings'
import { useSystem } from '#lib/system.ts'

const names = Object.keys(defaultSettings) as (keyof Settings)[]

export function readSettings(): Partial<Settings> {
  const { tools } = useSystem.getState().studio
  const valid = names.filter((name) => typeof tools[name] === typeof defaultSettings[name])
  return Object.fromEntries(valid.map((name) => [name, tools[name]]))
}

export function saveSettings(settings: Settings): void {
  const changed = names.filter((name) => settings[name] !== defaultSettings[name])
  useSystem.getState().changeStudio({ tools: Object.fromEntries(changed.map((name) => [name, settings[name]])) })
}
