import type { Progress } from '@vermilion/contract/kernel/fields'
import type { Language } from '@vermilion/contract/kernel/text'
import type { Task } from '@vermilion/contract/tasks'
import { readJson } from '#platform/database/columns'
import { sayReason } from './reasons.ts'
import type { TaskRow } from './store.ts'

interface Reading {
  language: Language
  folders: { data: string; output: string }
  /** What a running task says of itself right now. */
  progress: Progress | null
}

export function taskOf(row: TaskRow, { language, folders, progress }: Reading): Task {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    status: row.status,
    statusReason: sayReason(readJson(row.reason), language),
    progress: progress ?? readJson(row.progress),
    image: row.image,
    imageAddress: row.imageAddress,
    framework: row.framework,
    command: readJson(row.command),
    parameters: readJson(row.parameters),
    dataSource: { kind: row.dataKind, id: row.dataId, name: row.dataName },
    mountPath: folders.data,
    outputPath: folders.output,
    pool: row.pool,
    priority: row.priority,
    accelerator: { type: row.acceleratorType, count: row.acceleratorCount },
    creator: row.creator,
    createdAt: row.createdAt,
    startedAt: row.startedAt,
    endedAt: row.endedAt,
  }
}
