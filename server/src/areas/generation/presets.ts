import type { Preset } from '@vermilion/contract/generations'
import type { GenerationConfig } from '@vermilion/contract/generations/config'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Clock } from '#platform/clock'
import { readJson, writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { newId } from '#platform/ids'
import { createPresetStore } from './preset-store.ts'

interface Draft {
  readonly name: string
  readonly config: GenerationConfig
}

export function createPresets({ database, clock }: { database: Database; clock: Clock }) {
  const store = createPresetStore(database)
  type Row = Awaited<ReturnType<typeof store.all>>[number]
  const toPreset = (row: Row): Preset => ({ ...row, config: readJson(row.config) })

  async function unlessTaken<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      throw database.isDuplicate(error) ? fail('preset.name-taken', { name }) : error
    }
  }

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
