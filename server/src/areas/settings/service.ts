import { fail } from '@vermilion/contract/kernel/errors'
import {
  settingDefaults,
  settingNames,
  settingVariables,
  type ServerSettings,
  type SettingName,
  type ShownSettings,
} from '@vermilion/contract/settings'
import type { Platform } from '#platform/platform'
import { createSettingsStore } from './store.ts'

const day = 24 * 3_600_000

/** Null restores the default. */
type Changes = { [Name in SettingName]?: ServerSettings[Name] | null | undefined }

interface SettingsServiceNeeds extends Pick<Platform, 'database' | 'events' | 'clock'> {
  readonly fixed: Partial<ServerSettings>
}

export type SettingsService = Awaited<ReturnType<typeof createSettingsService>>

export async function createSettingsService({ database, events, clock, fixed }: SettingsServiceNeeds) {
  const store = createSettingsStore<ServerSettings>(database)
  let retained = await store.all()

  function shownOf(stored: Partial<ServerSettings>): ShownSettings {
    const all = settingNames.map((name) => {
      const variable = settingVariables[name]
      if (fixed[name] !== undefined) return [name, { value: fixed[name], source: 'environment', variable }]
      if (stored[name] !== undefined) return [name, { value: stored[name], source: 'database', variable }]
      return [name, { value: settingDefaults[name], source: 'default', variable }]
    })
    return Object.fromEntries(all) as ShownSettings
  }

  /** The effective value: the environment's, else the database's, else the default. */
  function value<Name extends SettingName>(name: Name): ServerSettings[Name] {
    return fixed[name] ?? retained[name] ?? settingDefaults[name]
  }

  return {
    value,
    /** The lifetime of sessions in milliseconds; follows the settings. */
    sessionTimes: {
      get idle() {
        return value('sessionIdleDays') * day
      },
      get life() {
        return value('sessionDays') * day
      },
    },
    shown: () => shownOf(retained),
    change: (changes: Changes, by: string): Promise<ShownSettings> =>
      database.transaction(async () => {
        for (const name of settingNames) {
          const value = changes[name]
          if (value === undefined) continue
          if (fixed[name] !== undefined) throw fail('setting.from-environment', { variable: settingVariables[name] })
          if (value === null) await store.remove(name)
          else await store.set(name, value, { at: clock.time(), by })
        }
        const stored = await store.all()
        database.afterCommit(() => void (retained = stored))
        events.publish({ type: 'settings-changed' })
        return shownOf(stored)
      }),
  }
}
