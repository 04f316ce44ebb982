import type { Progress } from '@vermilion/contract/kernel/fields'
import type { Language } from '@vermilion/contract/kernel/text'
import type { Task } from '@vermilion/contract/tasks'
import type { TaskSweep } from '@vermilion/contract/tasks/sweeps/sweeps'
import type { ExternalRuns } from '../external/external-runs.ts'
import type { Pools } from '../pools/pools.ts'
import type { QueuePositions } from '../pools/queue-positions.ts'
import type { taskFolders } from '../running/task-folders.ts'
import { taskOf } from './task-of.ts'
import type { TaskStore } from '../store.ts'
import type { TaskRow } from '../rows/task-row.ts'

interface PresentationNeeds {
  store: Pick<TaskStore, 'byIds'>
  pools: Pools
  positions: QueuePositions
  progress(taskId: string): Progress | null
  folders(taskId: string): ReturnType<typeof taskFolders>
  isResumable(row: TaskRow): Promise<boolean>
  external: Pick<ExternalRuns, 'present'>
  sweepsOf(taskIds: readonly string[]): Promise<ReadonlyMap<string, TaskSweep>>
}

export function createPresentation(needs: PresentationNeeds) {
  const { store, pools, positions, progress, folders, isResumable, external, sweepsOf } = needs
  async function presentAll(rows: readonly TaskRow[], language: Language): Promise<Task[]> {
    const names = await pools.names()
    const boards = await boardTasks(rows)
    const externalRuns = await external.present(rows)
    const sweeps = await sweepsOf(rows.map(({ id }) => id))
    return Promise.all(
      rows.map(async (row) => {
        const waitsHere = row.status === 'queuing' && row.handedOverAt === null
        const turn = waitsHere ? (await positions.of(row.pool)).get(row.id) : undefined
        return taskOf(row, {
          language,
          folders: folders(row.id),
          progress: progress(row.id),
          board: boardOf(row, boards, names),
          external: externalRuns.get(row.id) ?? null,
          sweep: sweeps.get(row.id) ?? null,
          poolName: names.get(row.pool) ?? row.pool,
          queue: turn ?? null,
          isResumable: await isResumable(row),
          binds: row.kind !== 'external' && (await pools.executorOf(row.pool)).capabilities.mounts !== 'in-place',
        })
      }),
    )
  }
  async function boardTasks(rows: readonly TaskRow[]): Promise<Map<string, TaskRow>> {
    const ids = rows.flatMap(({ boardTaskId }) => boardTaskId ?? [])
    return new Map((ids.length === 0 ? [] : await store.byIds(ids)).map((row) => [row.id, row]))
  }

  return {
    presentAll,
    present: async (row: TaskRow, language: Language): Promise<Task> => (await presentAll([row], language))[0]!,
  }
}

function boardOf(row: TaskRow, boards: ReadonlyMap<string, TaskRow>, names: ReadonlyMap<string, string>) {
  const board = row.kind === 'board-inference' ? row : boards.get(row.boardTaskId ?? '')
  return board === undefined ? null : { status: board.status, deviceName: names.get(board.pool) ?? '' }
}
