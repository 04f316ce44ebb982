import type { Preset } from '@vermilion/contract/generations'
import { fail } from '@vermilion/contract/kernel/errors'
import { readJson, writeJson } from '#platform/database/columns'
import { unlessDuplicate } from '#platform/database/unless-duplicate'
import { newId } from '#platform/ids'
import type { Platform } from '#platform/platform'
import { createPresetStore } from './preset-store.ts'

type Draft = Pick<Preset, 'name' | 'config'>

export type Presets = ReturnType<typeof createPresets>

export function createPresets({ database, clock }: Pick<Platform, 'database' | 'clock'>) {
  const store = createPresetStore(database)
  type Row = Awaited<ReturnType<typeof store.all>>[number]
  const toPreset = (row: Row): Preset => ({ ...row, config: readJson(row.config) })

  const unlessTaken = <Result>(name: string, work: () => Promise<Result>) =>
    unlessDuplicate(database, fail('preset.name-taken', { name }), work)

  return {
    list: async () => (await store.all()).map(toPreset),
    create: ({ name, config }: Draft, createdBy: string) =>
      unlessTaken(name, async () => {
        const row = { id: newId(), name, config: writeJson(config), createdBy, updatedAt: clock.time() }
        await store.add(row)
        return toPreset(row)
      }),
    replace: (id: string, { name, config }: Draft) =>
      unlessTaken(name, async () => {
        const row = await store.update(id, { name, config: writeJson(config), updatedAt: clock.time() })
        if (row === undefined) throw fail('preset.not-found')
        return toPreset(row)
      }),
    async remove(id: string): Promise<void> {
      if (!(await store.remove(id))) throw fail('preset.not-found')
    },
  }
}
