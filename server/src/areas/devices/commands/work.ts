import type { DeviceCommand } from '@vermilion/contract/devices/commands'
import type { Work } from '@vermilion/contract/kernel/work'
import type { WorkSource } from '#platform/work/work'
import type { CommandRow, CommandStore } from './store.ts'

interface CommandWorkNeeds {
  store: CommandStore
  present: (rows: readonly CommandRow[]) => Promise<DeviceCommand[]>
  stop: (id: string) => Promise<unknown>
}

const maxNameLength = 80

export function commandWork({ store, present, stop }: CommandWorkNeeds): WorkSource {
  const presentOne = (command: DeviceCommand): Work => {
    const { waiting = 0, running = 0, success = 0 } = command.outcomes
    const status = command.endedAt === null ? 'running' : success === command.devices ? 'success' : 'failed'
    const reason = `${success}/${command.devices}`
    return {
      id: command.id,
      kind: 'device-command',
      name: command.command.split('\n')[0]?.slice(0, maxNameLength) ?? '',
      status,
      reason: status === 'failed' ? { en: reason, zh: reason } : null,
      progress: { done: command.devices - waiting - running, total: command.devices, unit: 'devices' },
      owner: command.creator,
      leadsTo: { page: 'device-command', id: command.id },
      stoppable: command.status === 'running',
      startedAt: command.createdAt,
      updatedAt: command.endedAt ?? command.createdAt,
      endedAt: command.endedAt,
    }
  }
  return {
    name: 'device-command',
    async list({ owner, since }) {
      const commands = await present(await store.since(since))
      return commands.filter(({ creator }) => creator === owner).map(presentOne)
    },
    async find(id) {
      const row = await store.byId(id)
      const [command] = row === undefined ? [] : await present([row])
      return command && presentOne(command)
    },
    async stop(id) {
      await stop(id)
    },
    about: (event) => (event.type === 'device-command-changed' ? event.commandId : undefined),
  }
}
