import { type BoardInference, boardMeasurement, type BoardMeasurement } from '@vermilion/contract/board-inferences'
import type { Language } from '@vermilion/contract/kernel/text'
import type { Task } from '@vermilion/contract/tasks'
import { z } from 'zod'
import type { DeviceArea } from '#areas/devices'
import { maxReportBytes, readJsonFile, type Tasks } from '#areas/tasks'
import { readJson } from '#platform/database/columns'
import type { EvaluationStore } from '../evaluation/evaluation-store.ts'
import type { ModelStore } from '../store.ts'
import type { InferenceOrderRow, InferenceOrderStore } from '../inference/order-store.ts'

export interface PresentationNeeds {
  tasks: Tasks
  devices: Pick<DeviceArea, 'service' | 'records'>
  store: Pick<ModelStore, 'find'>
  orders: InferenceOrderStore
  evaluations: EvaluationStore
}

type Counterpart = { id: string; status: Task['status'] } | null

const programReport = z.object({ board: boardMeasurement })

export function createBoardPresentation({ tasks, devices, store, orders, evaluations }: PresentationNeeds) {
  /** The cloud inference to compare with: ended successfully, or still active. */
  async function counterpart(row: InferenceOrderRow): Promise<Counterpart> {
    let open: Counterpart = null
    for (const { taskId } of await orders.counterparts(row)) {
      const { status } = await tasks.row(taskId)
      if (status === 'success') return { id: taskId, status }
      if (status === 'queuing' || status === 'running') open ??= { id: taskId, status }
    }
    return open
  }

  async function measurementOf(taskId: string): Promise<BoardMeasurement | null> {
    const { output } = await tasks.files.at(taskId, 'output/report.json')
    // The file may be incomplete, or written by a custom command.
    const report = await readJsonFile(output, 'report.json', { maxBytes: maxReportBytes, schema: programReport })
    return report?.board ?? null
  }

  async function present(row: InferenceOrderRow, language: Language): Promise<BoardInference> {
    const { taskId, modelId, modelName, deviceId, deviceName, runtime } = row
    const [task, model, cloud, device] = await Promise.all([
      tasks.get(taskId, language),
      store.find(modelId),
      counterpart(row),
      devices.service.get(deviceId ?? '').catch(() => undefined),
    ])
    const content = (await evaluations.find(taskId))?.content ?? null
    return {
      taskId,
      taskName: task.name,
      status: task.status,
      statusReason: task.statusReason,
      deviceId: device === undefined ? null : deviceId,
      deviceName: device?.name ?? deviceName ?? '',
      runtime: runtime ?? 'onnxruntime',
      modelId: model === undefined ? null : modelId,
      modelName,
      cloudTaskId: cloud?.id ?? null,
      cloudStatus: cloud?.status ?? null,
      measurement: await measurementOf(taskId),
      figures: content === null ? null : readJson(content).figures,
      creator: task.creator,
      createdAt: task.createdAt,
      endedAt: task.endedAt,
    }
  }

  return { counterpart, present }
}
